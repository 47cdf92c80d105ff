/**
 * The API's extensions, as far as its answers say. It is kept in the database, so that a restart forgets nothing and
 * all instances know what one has heard; and it is forgotten once an answer no longer says so.
 */
import { extensionOf, type EndpointName } from '../../contract/endpoints/endpoints.ts';
import { refuse } from '../../contract/endpoints/errors.ts';
import { EXTENSIONS_HEADER, readExtensions, type Extension } from '../../contract/endpoints/extensions.ts';
import type { Clock } from '../../server-kit/clock.ts';
import type { Logger } from 'pino';
import type { ProxyDb } from '../state/tables.ts';
import type { Heard } from '../../api-client/client.ts';

export interface ExtensionTools {
  readonly db: ProxyDb;
  readonly clock: Clock;
  readonly logger: Logger;
  /** URL of the API: another one has extensions of its own. */
  readonly upstream: string;
  readonly businesses: readonly string[];
  /** Answers say what the API can do, so they change with it. */
  readonly mirror: { change(business: string, work: () => Promise<{ changed: true }>): Promise<unknown> };
}

/** Another instance may have heard something else meanwhile, so the database is asked again now and then. */
const CHECK_AGAIN_MS = 60_000;

export class UpstreamExtensions {
  readonly #tools: ExtensionTools;
  /** The extensions that this instance heard of last, and when it last compared them with the database. */
  #heard: string | null = null;
  #checkedAt = Number.NEGATIVE_INFINITY;
  #saving: Promise<void> = Promise.resolve();

  constructor(tools: ExtensionTools) {
    this.#tools = tools;
  }

  /** @param heard - what an answer says. A refusal may come from something before the API, so it takes nothing back. */
  hear({ header, isRefusal }: Heard): void {
    const now = this.#tools.clock.elapsed();
    const named = header(EXTENSIONS_HEADER);
    if (isRefusal && named === undefined) return;
    const names = readExtensions(named).join(',');
    const isKnown = names === this.#heard && now - this.#checkedAt < CHECK_AGAIN_MS;
    if (isKnown) return;
    this.#heard = names;
    this.#checkedAt = now;
    this.#saving = this.#saving
      .then(() => this.#save(names))
      .catch((error: unknown) => {
        this.#heard = null;
        this.#tools.logger.warn({ err: error }, 'what the review service can do could not be stored');
      });
  }

  /** @param db - where answers of one moment are made, that moment. */
  async has(name: Extension, db: ProxyDb = this.#tools.db): Promise<boolean> {
    // Names that are being stored need a connection of their own.
    if (!db.isTransaction) await this.#saving;
    return (await this.#read(db)).includes(name);
  }

  async #read(db: ProxyDb): Promise<Extension[]> {
    const row = await db
      .selectFrom('proxy_extension')
      .select('names')
      .where('upstream', '=', this.#tools.upstream)
      .executeTakeFirst();
    return readExtensions(row?.names);
  }

  async #save(names: string): Promise<void> {
    const { db, upstream, businesses, mirror } = this.#tools;
    if ((await this.#read(db)).join(',') === names) return;
    await db
      .insertInto('proxy_extension')
      .values({ upstream, names })
      .onConflict((conflict) => conflict.column('upstream').doUpdateSet({ names }))
      .execute();
    for (const business of businesses) await mirror.change(business, async () => ({ changed: true }) as const);
  }
}

/** @throws ApiError `pathUnknown` for an operation that extends the API, where the API does not have it. */
export async function requireExtension(extensions: UpstreamExtensions, name: EndpointName): Promise<void> {
  const extension = extensionOf(name);
  if (extension !== undefined && !(await extensions.has(extension))) throw refuse('pathUnknown');
}
