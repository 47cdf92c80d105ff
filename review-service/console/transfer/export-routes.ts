/** All reviews as a file, in a format, and those that the list of reviews shows. One of a shop leaves at a time. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { PLAUDIT } from '../../../exchange/reviews/plaudit/lines.ts';
import { TarSink, type ExportSink } from '../../../exchange/reviews/plaudit/sinks.ts';
import { exportGoogle } from '../../content/exports/export-google.ts';
import { exportPlaudit } from '../../content/exports/export-plaudit.ts';
import { exportTable, type TableExport } from '../../content/exports/export-table.ts';
import type { ExportedBy } from '../../content/exports/note-export.ts';
import type { Service } from '../../context.ts';
import { html } from '../../letters/html.ts';
import { fileOf } from '../frame/forms.ts';
import { Refused, type Answer, type DeclarePage, type PageCall, type Sent } from '../frame/page.ts';
import { hidden, valueIn } from '../frame/pieces.ts';
import { readFilter } from '../lists/filter.ts';
import { reviewsMeant } from '../lists/find-reviews.ts';
import { words } from '../words/index.ts';

const { transfer: said } = words;
const PATH = '/export';
const formats = ['csv', 'judgeme', 'yotpo', 'google'] as const;
/** Nothing may leave for so long: all is looked at before its first byte. */
const SILENT_MS = 900_000;

export function registerExport(page: DeclarePage, service: Service): void {
  const running = new Set<number>();

  page('POST', PATH, 'owner', async (call) => {
    const { domain } = call.session.business;
    const by = { actor: call.session.account.id, now: service.now() };
    const format = formats.find((one) => one === valueIn(call.form, 'format'));
    if (format === undefined) return leave(call, PLAUDIT, () => tarOf(service, domain, by));
    const table = await tableOf(service, domain, format, by);
    if (valueIn(call.form, 'seen') === '') return unsaidPage(call, format, table);
    return leave(call, format, async () => Readable.from(table.pieces));
  });

  page('POST', '/reviews/export', 'owner', async (call) => {
    const { business, account, role } = call.session;
    const filter = readFilter(Object.fromEntries(new URLSearchParams(valueIn(call.form, 'list'))));
    const meant = await reviewsMeant(service.db, business, filter, role);
    const { pieces } = await exportTable(service.db, business.domain, 'csv', {
      publicUrl: service.addresses.publicUrl,
      only: meant,
      actor: account.id,
      now: service.now(),
    });
    return leave(call, 'csv', async () => Readable.from(pieces));
  });

  const leave = async (call: PageCall, format: keyof typeof kinds, open: () => Promise<Readable>): Promise<Sent> => {
    const { id, domain } = call.session.business;
    if (running.has(id)) throw new Refused(409, said.exportTitle, said.exporting);
    running.add(id);
    call.request.raw.socket.setTimeout(SILENT_MS);
    const content = await open().catch((error: unknown) => {
      running.delete(id);
      throw error;
    });
    content.once('close', () => running.delete(id));
    const [type, extension] = kinds[format];
    const day = new Date(service.now()).toISOString().slice(0, 10);
    return fileOf(`${domain}-${format}-${day}.${extension}`, type, content);
  };
}

const table = ['text/csv; charset=utf-8', 'csv'] as const;
const kinds = {
  plaudit: ['application/x-tar', 'tar'],
  csv: table,
  judgeme: table,
  yotpo: table,
  google: ['application/xml; charset=utf-8', 'xml'],
} as const;

function tableOf(
  { db, addresses: { publicUrl } }: Service,
  domain: string,
  format: (typeof formats)[number],
  by: ExportedBy,
): Promise<TableExport> {
  const exporting = { publicUrl, ...by };
  return format === 'google' ? exportGoogle(db, domain, exporting) : exportTable(db, domain, format, exporting);
}

function unsaidPage({ at }: PageCall, format: (typeof formats)[number], { reviews, unsaid }: TableExport): Answer {
  const rows = [...unsaid].map(([what, count]) => html`<li><span>${said.unsaid(count)}: ${what}</span></li>`);
  return {
    title: said.formats[format],
    body: html`<section class="card"><h2>${said.unsaidTitle}</h2>
${rows.length === 0 ? html`<p>${said.saysAll}</p>` : html`<ul class="plain rows">${rows}</ul>`}
<p>${said.written(reviews)}</p>
<form method="post" action="${at(PATH)}">${hidden('format', format)}${hidden('seen', '1')}
<button>${said.download}</button></form></section>`,
  };
}

/** An archive on its way; its lines wait in a directory until all pictures are written. */
async function tarOf({ db }: Service, domain: string, by: ExportedBy): Promise<Readable> {
  const directory = await mkdtemp(join(tmpdir(), 'plaudit-export-'));
  const archive = new PassThrough();
  const gone = new AbortController();
  const { signal } = gone;
  archive.once('close', () => gone.abort());
  const sink = new TarSink(async (bytes) => {
    signal.throwIfAborted();
    if (!archive.write(bytes)) await once(archive, 'drain', { signal });
  }, directory);
  const untilGone = async function* (lines: AsyncIterable<string>): AsyncGenerator<string> {
    for await (const line of lines) {
      signal.throwIfAborted();
      yield line;
    }
  };
  const whileWanted: ExportSink = {
    photo: (name, bytes) => sink.photo(name, bytes),
    lines: (name, lines) => sink.lines(name, untilGone(lines)),
    end: () => sink.end(),
  };
  void exportPlaudit(db, domain, whileWanted, by)
    .then(
      () => void archive.end(),
      (error: Error) => void archive.destroy(error),
    )
    .finally(() => void rm(directory, { recursive: true, force: true }));
  return archive;
}
