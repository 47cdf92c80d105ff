/**
 * The data of the site's examples: real answers of a proxy with the demo data, and the pictures in them. The site has
 * no proxy of its own; `docs/site/shop/recording.js` answers from this in the reader's browser.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createLogger, startProxy, startService } from '../../cli/programs/servers.ts';
import { demoAccess } from '../../review-service/demo-shop/demo.ts';
import { isWhole } from '../whole-proxy.ts';
import { questions } from './examples.ts';

/** The folder of the shop stands for this; `recording.js` puts its address in. */
const PICTURES = 'https://pictures.example/';

/** Starts the demo's two programs, records, and stops them. */
export async function recordFromDemo(folder: string): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'plaudit-recording-'));
  const logger = createLogger('recording', 'fatal');
  const place = (name: string) => ({
    location: { directory: join(directory, name) },
    host: '127.0.0.1',
    port: 0,
    logger,
  });
  await using ends = new AsyncDisposableStack();
  ends.defer(() => rmSync(directory, { recursive: true, force: true }));
  const service = ends.adopt(await startService({ ...place('service'), demo: true }), (one) => one.close());
  const proxy = await startProxy({
    ...place('proxy'),
    upstream: `${service.url}/v1`,
    businesses: [demoAccess.business],
    clientToken: demoAccess.clientToken,
    email: demoAccess.owner,
    password: demoAccess.password,
    origins: [],
    trustedProxies: [],
  });
  ends.defer(() => proxy.close());
  await record(proxy.url, folder);
}

/** Asks a proxy all that the examples ask, and writes `answers.json` and the pictures to a folder. */
export async function record(proxy: string, folder: string): Promise<void> {
  await isWhole(proxy);
  const answers: Record<string, unknown> = {};
  for (const question of questions) {
    const answer = await fetch(`${proxy}/v1${question}`);
    if (!answer.ok) throw new Error(`${question} was answered ${answer.status}: ${await answer.text()}`);
    answers[question] = await answer.json();
  }
  const missing = await recordPictures(JSON.stringify(answers), folder);
  // One of the demo's reviews has a picture that is not there.
  const withoutMissing = (key: string, value: unknown): unknown =>
    key === 'images' && Array.isArray(value)
      ? value.filter((image) => !missing.some((picture) => JSON.stringify(image).includes(picture)))
      : value;
  const shown = JSON.stringify(answers, withoutMissing)
    .replaceAll(/http:\/\/[\w.:]+\/(?=images\/)/g, PICTURES)
    .replaceAll(/http:\/\/(?:127\.0\.0\.1|localhost):\d+/g, 'https://your-shop.example');
  writeFileSync(join(folder, 'answers.json'), shown);
}

/** @returns the pictures that the answers name and nobody has. */
async function recordPictures(answers: string, folder: string): Promise<string[]> {
  const missing: string[] = [];
  const named = new Set(answers.match(/http:\/\/[\w.:]+\/images\/[\w-]+\/(?:large|normal|original)\.jpg/g));
  // Of a review's pictures elements load the large one, and the normal one in the dialog; of a product any size.
  const loaded = [...named].flatMap((picture) => {
    if (!picture.endsWith('/original.jpg')) return [picture];
    if (!answers.includes(`"url":"${picture}"`)) return [];
    return ['large', 'normal', 'original'].map((size) => picture.replace(/original(?=\.jpg$)/, size));
  });
  for (const picture of loaded) {
    const answer = await fetch(picture);
    if (!answer.ok) {
      missing.push(picture);
      continue;
    }
    const file = join(folder, new URL(picture).pathname);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, new Uint8Array(await answer.arrayBuffer()));
  }
  return missing;
}
