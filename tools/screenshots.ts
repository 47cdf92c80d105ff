/**
 * Pictures to look at after a change of a layout, and `index.html` with all of them on one page: every element in every
 * state, the pages of the demo's shop, and every mail and page of the service; in 360 and 1280 pixels, by day and by
 * night, in some languages. `npm run screenshots -- [DIRECTORY] [--languages en,ar] [--only elements,pages,mails]`;
 * without a directory, in `dist/screenshots`. It shows the elements and the shop as they were last built.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type BrowserContext } from '@playwright/test';
import { chromiumArgs, chromiumPath } from './chromium.ts';
import { contactSheet } from './screenshots/contact-sheet.ts';
import { startDemo, type Demo } from './screenshots/demo.ts';
import { shootElements } from './screenshots/elements.ts';
import { findPages, shootMails } from './screenshots/mails.ts';
import { shootPage } from './screenshots/pages.ts';
import { languages, viewersIn, pages, pictureOf, states, type Viewer, type Picture } from './screenshots/plan.ts';

/** Pages that are shot at once. */
const AT_ONCE = 2;

/** The page with the elements comes from nowhere, and such pages may load no photos from this machine. */
const localPhotos = '--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests';

interface Job {
  readonly viewer: Viewer;
  readonly shoot: (context: BrowserContext) => Promise<void>;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { languages: { type: 'string' }, only: { type: 'string' } },
});
const [directory = join('dist', 'screenshots')] = positionals;
const viewers = viewersIn(values.languages?.split(',') ?? languages);
const wanted = (kind: string): boolean => values.only?.split(',').includes(kind) ?? true;

mkdirSync(directory, { recursive: true });
const taken: Picture[] = [];
const write = async (picture: Picture, png: Buffer): Promise<void> => {
  writeFileSync(join(directory, picture.file), png);
  taken.push(picture);
};

{
  await using demo = await startDemo();
  await shootAll(await jobsFor(demo));
}
taken.sort((one, other) => (one.file < other.file ? -1 : 1));
const sheet = join(directory, 'index.html');
writeFileSync(sheet, contactSheet(taken));
process.stdout.write(`${taken.length} pictures: ${sheet}\n`);

async function jobsFor({ shop, service }: Demo): Promise<Job[]> {
  const jobs: Job[] = [];
  if (wanted('elements'))
    for (const viewer of viewers)
      for (const state of states)
        jobs.push({ viewer, shoot: (context) => shootElements(context, { shop, state, viewer }, write) });
  if (wanted('pages'))
    for (const viewer of viewersIn(['en']))
      for (const [name, path] of Object.entries(pages))
        jobs.push({
          viewer,
          shoot: async (context) => write(pictureOf(`shop-${name}`, viewer), await shootPage(context, shop + path)),
        });
  if (wanted('mails')) {
    const found = await findPages(service);
    for (const viewer of viewers)
      jobs.push({ viewer, shoot: (context) => shootMails(context, { service, pages: found, viewer }, write) });
  }
  return jobs;
}

async function shootAll(jobs: Job[]): Promise<void> {
  const args = [...chromiumArgs, localPhotos];
  await using browser = await chromium.launch({ executablePath: await chromiumPath(), args });
  const rest = jobs.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const { viewer, shoot } of rest) {
        const { language: locale, width, scheme: colorScheme } = viewer;
        await using context = await browser.newContext({ locale, colorScheme, viewport: { width, height: 860 } });
        await shoot(context);
      }
    }),
  );
}
