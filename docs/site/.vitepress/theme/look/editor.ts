/** The editor for the look: what is chosen, how it looks, and the style sheet to paste. Its state is in the address. */
import { computed, defineComponent, h, ref, type VNode } from 'vue';
import { pageSchemes, writeLook, type Look, type Scheme } from '../../../../../tools/site/look/look.ts';
import { recipes, startFrom, type Recipe } from '../../../../../tools/site/look/recipes.ts';
import { rulesOf, styleSheetOf } from '../../../../../tools/site/look/style-sheet.ts';
import { controls, warnings, type Editing } from './controls.ts';
import { group, radios, text } from './fields.ts';
import { LookPreview, placeNames, type Place } from './preview.ts';
import { useCopying, useLook } from './state.ts';
import { tile } from './tile.ts';
import './editor.css';

/** Characters: a whole style sheet, of which only the first line is read. */
const LONGEST_PASTED = 20_000;

const button = (label: string, onClick: () => void, kind = ''): VNode =>
  h('button', { type: 'button', class: `look-button ${kind}`, onClick }, label);

function startingPoints(look: Look, page: Recipe, start: (recipe: Recipe) => void): VNode {
  const now = writeLook(look);
  const all: Readonly<Record<string, Recipe>> = { 'As they come': {}, ...recipes };
  return h('section', { class: 'look-recipes', 'aria-labelledby': 'start-from' }, [
    h('h2', { id: 'start-from' }, 'Start from'),
    h(
      'ul',
      Object.entries(all).map(([name, recipe]) => {
        const made = startFrom(recipe, page);
        return h('li', [
          h('button', { type: 'button', 'aria-pressed': writeLook(made) === now, onClick: () => start(recipe) }, [
            tile(made),
            name,
          ]),
        ]);
      }),
    ),
  ]);
}

interface Shown {
  readonly width: string;
  readonly scheme: Scheme;
}

interface Bar {
  readonly shown: Shown;
  readonly schemes: readonly Scheme[];
  readonly show: (part: Partial<Shown>) => void;
  readonly goTo: (place: Place) => void;
  readonly copying: VNode;
}

const bar = ({ shown, schemes, show, goTo, copying }: Bar): VNode =>
  h('div', { class: 'look-bar' }, [
    h(
      'div',
      { class: 'look-places', role: 'group', 'aria-label': 'Show' },
      placeNames.map((place) => button(place, () => goTo(place))),
    ),
    radios({
      name: 'width',
      label: 'Width of the preview',
      value: shown.width,
      options: { all: 'Wide', phone: 'Phone' },
      choose: (width) => show({ width }),
    }),
    schemes.length > 1
      ? radios({
          name: 'scheme',
          label: 'Scheme of the preview',
          value: shown.scheme,
          options: { light: 'Light', dark: 'Dark' },
          choose: (scheme) => show({ scheme: scheme as Scheme }),
        })
      : null,
    copying,
  ]);

const earlier = (isWrong: boolean, choose: (typed: string) => void): VNode =>
  h('details', { class: 'look-earlier' }, [
    h('summary', 'Go on with an earlier look'),
    group(
      'Earlier look',
      text({
        name: 'earlier',
        label: 'Its link, or its style sheet’s first line',
        value: '',
        longest: LONGEST_PASTED,
        wrong: isWrong ? 'There is no link to this editor in it' : undefined,
        placeholder: 'https://…/look#…',
        choose,
      }),
    ),
  ]);

const themeHint = ({ theme }: Look): VNode | null =>
  theme === 'page'
    ? null
    : h('p', [
        'A theme is an attribute. Give it to each tag, as in ',
        h('code', `<plaudit-product-reviews sku="…" theme="${theme}">`),
        '.',
      ]);

export const LookEditor = defineComponent({
  setup() {
    const { look, page, wrong, setWrong, change, openEarlier, start, address } = useLook();
    const { said, copy } = useCopying();
    const shown = ref<Shown>({ width: 'all', scheme: 'light' });
    const preview = ref<{ goTo: (place: Place) => void }>();
    const code = ref<HTMLElement>();
    const styleSheet = computed(() => styleSheetOf(look.value, address.value));
    const rules = computed(() => rulesOf(look.value));

    const copying = (): VNode =>
      h('div', { class: 'look-copy' }, [
        button('Copy link', () => void copy(address.value, 'Link')),
        button('Copy CSS', () => void copy(styleSheet.value, 'CSS', code.value), 'look-main'),
      ]);

    function seen(editing: Editing): VNode {
      const schemes = pageSchemes(look.value);
      return h('div', { class: 'look-seen' }, [
        bar({
          shown: shown.value,
          schemes,
          show: (part) => (shown.value = { ...shown.value, ...part }),
          goTo: (place) => preview.value?.goTo(place),
          copying: copying(),
        }),
        h(LookPreview, {
          ref: preview,
          rules: rules.value,
          theme: look.value.theme,
          scheme: schemes.length > 1 ? shown.value.scheme : schemes[0]!,
          narrow: shown.value.width === 'phone',
        }),
        warnings(editing),
      ]);
    }

    const result = (): VNode =>
      h('section', { class: 'look-result', 'aria-labelledby': 'to-paste' }, [
        h('div', { class: 'look-head' }, [h('h2', { id: 'to-paste' }, 'To paste into your style sheet'), copying()]),
        h('pre', { tabindex: 0, 'aria-labelledby': 'to-paste' }, [h('code', { ref: code }, styleSheet.value)]),
        themeHint(look.value),
        earlier(wrong.value.has('earlier'), openEarlier),
      ]);

    return () => {
      const editing: Editing = { look: look.value, change, wrong: wrong.value, setWrong };
      return h('div', { class: 'look-editor' }, [
        startingPoints(look.value, page.value, start),
        h('div', { class: 'look-bench' }, [
          // First, so that keys need not go through the preview.
          h('form', { class: 'look-controls', onSubmit: (event: Event) => event.preventDefault() }, controls(editing)),
          seen(editing),
        ]),
        result(),
        h('p', { class: 'look-said', role: 'status' }, said.value),
      ]);
    };
  },
});
