import { html } from '../html.ts';
import type { Page } from '../components/document.ts';
import { rooms } from '../components/rooms.ts';

/** The proxy's answer, with status 404, where the shop has no page. */
export const notFound: Page = {
  path: '/404',
  title: 'Not on the shelf',
  description: 'There is no such page.',
  main: html`<section class="room room-lost">
  <p class="eyebrow">404</p>
  <h1>Not on the shelf</h1>
  <p>There is no such page. It may have sold out, or been fired too hot.</p>
  ${rooms('/404')}
  <p><a class="button" href="/">See what there is</a></p>
</section>`,
};
