/** A proxy that translates reviews from German, and what an element shows of that. */
import { knowing } from './knowing.ts';
import { TestProxy, findAll, reviews } from './support.ts';

export const path = 'product/reviews/translation';
const translates = { de: ['en', 'fr'] };
export const inGerman = (count: number, change: (id: number) => object = () => ({})) =>
  reviews(count, (id) => ({ title: '', content: `Kanne ${id}`, language: 'de', ...change(id) }));
export const knowingGerman = (all = inGerman(4)) =>
  knowing({ languages: [{ language: 'de', count: all.length }], translates, favourable: null, critical: null }, all);

/** Translates by writing the language in front. */
export const answer = ({ query }: { readonly query: Record<string, string> }) => ({
  translation: { title: null, content: `${query['to']}: Kanne ${query['review_id']}`, from: 'de', to: query['to'] },
});
export const translating = (all = inGerman(4)): TestProxy => knowingGerman(all).on(path, answer);

export const contents = (element: Element) =>
  findAll(element, '.review .content').map(({ textContent }) => textContent);
export const inEnglish = (element: Element) => contents(element).filter((one) => one.startsWith('en: ')).length;
export const lines = (element: Element) =>
  findAll(element, '.translation').map(({ textContent }) => textContent.trim());
/** The reviews that were asked for, by number: of two at a time, the later may come first. */
export const asked = (proxy: TestProxy) =>
  proxy
    .asked(path)
    .map(({ query }) => Number(query['review_id']))
    .toSorted((one, other) => one - other);
export const upTo = (count: number) => Array.from({ length: count }, (_none, index) => index + 1);
