/** What the editor remembers while its page is open, and does besides showing it. */
import { computed, onBeforeUnmount, onMounted, ref, shallowRef } from 'vue';
import { findLook, readLook, usualLook, writeLook, type Look } from '../../../../../tools/site/look/look.ts';
import { pageOf, startFrom, type Recipe } from '../../../../../tools/site/look/recipes.ts';

/** Chromium lets a page change its address some times a second at most. */
const ADDRESS_MS = 250;
const SAID_MS = 4000;

/** What is chosen, as long as the page is open, and in its address. */
export function useLook() {
  const look = shallowRef<Look>(usualLook);
  const wrong = ref<ReadonlySet<string>>(new Set());
  const here = ref('');
  /** As it was described by hand: it stays, whatever recipe is tried. */
  const page = shallowRef<Recipe>(pageOf(usualLook));
  let timer: ReturnType<typeof setTimeout> | undefined;

  function addressOf(of: Look): string {
    const fragment = writeLook(of);
    return fragment === '' ? here.value : `${here.value}#${fragment}`;
  }
  function set(next: Look): void {
    look.value = next;
    wrong.value = new Set();
    clearTimeout(timer);
    timer = setTimeout(() => history.replaceState(history.state, '', addressOf(look.value)), ADDRESS_MS);
  }
  function open(next: Look): void {
    page.value = pageOf(next);
    set(next);
  }
  const change = (part: Partial<Look>): void => open({ ...look.value, ...part });
  const start = (recipe: Recipe): void => set(startFrom(recipe, page.value));
  function setWrong(name: string, is: boolean): void {
    const others = [...wrong.value].filter((one) => one !== name);
    wrong.value = new Set(is ? [...others, name] : others);
  }
  /** @param pasted - a link to this editor, or a style sheet that it wrote. */
  function openEarlier(pasted: string): void {
    const found = findLook(pasted);
    setWrong('earlier', found === null && pasted.trim() !== '');
    if (found) open(found);
  }
  const read = (): void => open(readLook(location.hash));
  onMounted(() => {
    here.value = location.origin + location.pathname;
    read();
    addEventListener('hashchange', read);
  });
  onBeforeUnmount(() => {
    clearTimeout(timer);
    removeEventListener('hashchange', read);
  });
  return { look, page, wrong, setWrong, change, openEarlier, start, address: computed(() => addressOf(look.value)) };
}

/** Copies, and says so; what cannot be copied is selected, for the keys that do. */
export function useCopying() {
  const said = ref('');
  let timer: ReturnType<typeof setTimeout> | undefined;
  async function copy(words: string, what: string, shown?: HTMLElement): Promise<void> {
    try {
      await navigator.clipboard.writeText(words);
      said.value = `${what} copied`;
    } catch {
      if (shown) getSelection()?.selectAllChildren(shown);
      said.value = shown ? 'Selected: press Ctrl or ⌘ with C' : words;
    }
    clearTimeout(timer);
    timer = setTimeout(() => (said.value = ''), SAID_MS);
  }
  onBeforeUnmount(() => clearTimeout(timer));
  return { said, copy };
}
