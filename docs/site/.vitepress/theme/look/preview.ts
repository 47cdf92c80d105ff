/** The elements in a page of their own, with the style sheet that is to be pasted. */
import { defineComponent, h, onMounted, ref, watch, type PropType } from 'vue';
import type { Scheme } from '../../../../../tools/site/look/look.ts';
import { shopPage } from '../../../../../tools/site/shop-page.ts';

/** What a product page has, in its order. */
const places = { Stars: 'plaudit-star-summary', Reviews: 'plaudit-product-reviews', Form: 'plaudit-review-form' };
export type Place = keyof typeof places;
export const placeNames = Object.keys(places) as Place[];

const page = shopPage(
  'body{background:Canvas}',
  `<plaudit-stars sku="DEMO-001"></plaudit-stars>
<plaudit-star-summary sku="DEMO-001"></plaudit-star-summary>
<plaudit-product-reviews sku="DEMO-001" page-size="3"></plaudit-product-reviews>
<plaudit-review-form sku="DEMO-001"></plaudit-review-form>`,
);

export const LookPreview = defineComponent({
  props: {
    rules: { type: String, required: true },
    theme: { type: String, required: true },
    scheme: { type: String as PropType<Scheme>, required: true },
    narrow: { type: Boolean, required: true },
  },
  setup(props, { expose }) {
    const frame = ref<HTMLIFrameElement>();

    function show(): void {
      const view = frame.value?.contentWindow as (Window & typeof globalThis) | null | undefined;
      if (!view?.document.body) return;
      const { document } = view;
      // A page with both schemes shows the one that is asked for, whatever the browser prefers.
      const sheets = [props.rules, `:root{color-scheme:${props.scheme}}`].map((text) => {
        const sheet = new view.CSSStyleSheet();
        sheet.replaceSync(text);
        return sheet;
      });
      document.adoptedStyleSheets = sheets;
      for (const element of document.body.children) {
        if (props.theme === 'page') element.removeAttribute('theme');
        else element.setAttribute('theme', props.theme);
      }
    }

    function goTo(place: Place): void {
      const view = frame.value?.contentWindow;
      const element = view?.document.querySelector(places[place]);
      if (view && element) view.scrollTo({ top: view.scrollY + element.getBoundingClientRect().top - 16 });
    }

    // It may have loaded before the site's own script did.
    onMounted(show);
    watch(() => [props.rules, props.theme, props.scheme], show);
    expose({ goTo });
    return () =>
      h('iframe', {
        ref: frame,
        class: props.narrow ? 'look-frame look-narrow' : 'look-frame',
        title: 'The elements, with sample reviews',
        srcdoc: page,
        onLoad: show,
      });
  },
});
