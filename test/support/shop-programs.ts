/** A shop with an account and a product, whose programs a test starts as operators do, in any version. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import { customerSecret, merchantKey, signedFor, until } from '../server-proxy/harness.ts';
import { presentProgram } from './present-program.ts';
import { withPlainSqlite } from './plain-database.ts';
import { freePort } from './ports.ts';
import { password } from './review-service.ts';
import { RunningProgram } from './running-program.ts';

const business = 'shop.example';
const email = 'owner@shop.example';

interface Listing {
  readonly product_reviews: readonly { readonly id: number }[];
}

export class ShopPrograms {
  readonly serviceData: string;
  readonly #servicePort: number;
  readonly #proxyPort: number;
  readonly #proxyEnvironment: Readonly<Record<string, string>>;

  private constructor(serviceData: string, clientToken: string, servicePort: number, proxyPort: number) {
    this.serviceData = serviceData;
    this.#servicePort = servicePort;
    this.#proxyPort = proxyPort;
    this.#proxyEnvironment = {
      PLAUDIT_CLIENT_TOKEN: clientToken,
      PLAUDIT_EMAIL: email,
      PLAUDIT_PASSWORD: password,
      PLAUDIT_CUSTOMER_SECRET: customerSecret,
      PLAUDIT_MERCHANT_KEY: merchantKey,
      PLAUDIT_TRUSTED_PROXIES: '127.0.0.1/32',
    };
  }

  /**
   * @param directory - for all data of this shop.
   * @param program - the version that makes the data.
   */
  static async make(directory: string, program?: string): Promise<ShopPrograms> {
    const serviceData = join(directory, 'service');
    const place = ['--data', serviceData, '--business', business, '--email', email, '--password-stdin'];
    const clientToken = execFileSync(process.execPath, [program ?? presentProgram, 'account', 'create', ...place], {
      encoding: 'utf8',
      input: password,
    }).trim();
    await withPlainSqlite(join(serviceData, 'reviews.sqlite'), addProduct);
    return new ShopPrograms(serviceData, clientToken, await freePort(), await freePort());
  }

  /** Always at the same address. */
  startService(program?: string): Promise<RunningProgram> {
    const args = ['service', '--port', String(this.#servicePort), '--data', this.serviceData];
    return RunningProgram.start(args, {}, program);
  }

  /** @param args - where its data is. */
  startProxy(args: readonly string[], program?: string, port = this.#proxyPort): Promise<RunningProgram> {
    const upstream = `http://127.0.0.1:${this.#servicePort}/v1`;
    const own = ['proxy', '--port', String(port), '--upstream', upstream, '--business', business];
    return RunningProgram.start([...own, ...args], this.#proxyEnvironment, program);
  }

  /** Waits until everything is answered from the mirror. */
  async mirrored({ url }: RunningProgram): Promise<void> {
    await until('the mirror is complete', async () => {
      const report = (await (await fetch(`${url}/readyz`)).json()) as { businesses?: { complete: boolean }[] };
      return report.businesses?.[0]?.complete === true;
    });
  }

  /** Writes a review, and returns its id once shoppers see it. */
  async #writeFirst({ url }: RunningProgram): Promise<number> {
    const reviews = `${url}/v1/businesses/-/product/reviews`;
    const body = new URLSearchParams({ sku: 'MUG', title: 'The first', content: 'A good mug.', rating: '5' });
    await fetch(`${reviews}/add`, { method: 'POST', headers: signedFor('The first'), body });
    const shown = async () => {
      const { product_reviews: all } = (await (await fetch(`${reviews}?sku=MUG`)).json()) as Listing;
      return all[0]?.id;
    };
    await until('the first review is shown', async () => (await shown()) !== undefined);
    return (await shown())!;
  }

  /** A page of the product, as this proxy serves it: the chunks of its build, and a review to vote for. */
  async pageOf(proxy: RunningProgram): Promise<{ assets: string[]; review: number }> {
    const hashes = (await (await fetch(`${proxy.url}/sri.json`)).json()) as Record<string, string>;
    const assets = Object.keys(hashes).filter((path) => path.startsWith('/assets/'));
    return { assets, review: await this.#writeFirst(proxy) };
  }
}

/** By hand, since the tables may be those of an earlier version, which the functions of today do not know. */
async function addProduct(db: Kysely<never>): Promise<void> {
  await sql`insert into product (business_id, id, sku, title, categories, images, attributes, search_text)
    select id, 1, 'MUG', 'Mug', '[]', '[]', '[]', 'mug' from business`.execute(db);
}
