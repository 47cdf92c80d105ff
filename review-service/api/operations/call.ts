/** The input and the output of an operation. */
import type { z } from 'zod';
import type { answers } from '../../../contract/endpoints/answers.ts';
import type { ReadOnly } from '../../../contract/entities/entities.ts';
import type { endpoints, EndpointName } from '../../../contract/endpoints/endpoints.ts';
import type { Parameters } from '../../../contract/endpoints/parameters.ts';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import type { Form } from '../../../server-kit/http/form.ts';
import type { Session } from '../../people/accounts/access.ts';
import type { Caller } from '../../people/accounts/failed-logins.ts';
import type { Role } from '../../people/accounts/sessions.ts';
import type { AddressBook } from '../../letters/addresses.ts';
import type { Service } from '../../context.ts';
import type { PreparedImage } from '../../images/image-files.ts';
import type { Database } from '../../data/tables.ts';

type AboutBusiness<Name extends EndpointName> = (typeof endpoints)[Name]['path'] extends `${string}{business}${string}`
  ? true
  : false;

export interface Call<Name extends EndpointName> {
  readonly service: Service;
  readonly db: Database;
  readonly addresses: AddressBook;
  /** When the call arrived, in milliseconds since 1970. */
  readonly now: number;
  readonly parameters: Parameters<Name>;
  /** The business in the path; the caller's rights on it were checked. */
  readonly business: AboutBusiness<Name> extends true ? BusinessRow : null;
  /** The session of the token; null while logging in. */
  readonly session: Name extends 'login' ? null : Session;
  /** Of the caller at the business; null where there is none. */
  readonly role: Role | null;
  readonly caller: Caller;
  readonly form: Form<PreparedImage>;
  header(name: string): string | undefined;
  setHeader(name: string, value: string): void;
  /**
   * Waits for something: meanwhile the call counts neither as load nor as one of its client's connections. The caller
   * is asked for its rights once more afterwards.
   * @param work - is told when nobody waits for the answer any more.
   */
  waiting<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
  /**
   * Makes all changes of a call in one transaction. The result of `work` is the answer of the operation; with an
   * `Idempotency-Key` it is kept in the same transaction.
   */
  commit(work: (db: Database) => Promise<Body<Name>>): Promise<Body<Name>>;
}

type Envelope = 'status' | 'success';
type WithoutEnvelope<Answer> = Answer extends readonly unknown[]
  ? Answer
  : { [Key in keyof Answer as Key extends Envelope ? never : Key]: Answer[Key] };

/** The answer without its Status fields, which are added in one place. */
export type Body<Name extends EndpointName> = ReadOnly<WithoutEnvelope<z.output<(typeof answers)[Name]>>>;

export type Operation<Name extends EndpointName> = (call: Call<Name>) => Promise<Body<Name>>;
