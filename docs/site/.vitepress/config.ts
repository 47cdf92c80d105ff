/** The documentation as a site: all that is in docs/, and the pages that are made of the manifest and the contract. */
import { join } from 'node:path';
import { defineConfig } from 'vitepress';
import { keepCode, renderLiveExamples, resolveLinks } from '../../../tools/site/markdown.ts';
import { describeSite, pathOnSite } from '../../../tools/site/pages.ts';

const root = join(import.meta.dirname, '..', '..', '..');

export default defineConfig({
  ...describeSite(),
  lang: 'en-GB',
  srcDir: '..',
  outDir: join(root, 'dist', 'docs'),
  cacheDir: join(root, 'node_modules', '.cache', 'docs'),
  rewrites: pathOnSite,
  // Checked besides: a link that leads nowhere fails the build.
  ignoreDeadLinks: false,
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  vite: { publicDir: join(root, 'docs', 'site', 'public') },
  markdown: {
    config(md) {
      keepCode(md);
      renderLiveExamples(md);
      resolveLinks(md);
    },
  },
});
