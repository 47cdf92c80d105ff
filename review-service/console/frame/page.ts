/** The two sides of a page of the console: it is given a call, and gives back an answer. Access is guard.ts's work. */
import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { RawParameters } from '../../../contract/endpoints/read-parameters.ts';
import type { Markup } from '../../letters/html.ts';
import type { Role, Session } from '../../people/accounts/sessions.ts';

export type { Role, Session };

export interface PageCall {
  readonly session: Session;
  readonly request: FastifyRequest;
  /** Of the path, decoded: `:number` is `params.number`. */
  readonly params: Readonly<Record<string, string>>;
  /** A name that was given twice is a list. */
  readonly query: RawParameters;
  /** Empty for GET. */
  readonly form: RawParameters;
  /** Files that were sent with the form, by their fields. */
  readonly files: ReadonlyMap<string, Buffer>;
  /**
   * The address of a page of the console, for links and forms: `at('/reviews/12')` is `/console/reviews/12`, below the
   * path that the service is published at.
   */
  at(path: string): string;
}

export interface Shown {
  /** By default 200. */
  readonly status?: number | undefined;
  /** In the tab, and the heading of the page, which gets the focus. */
  readonly title: string;
  /** Stands below the heading. */
  readonly body: Markup;
  /** Beside the heading, such as a button. */
  readonly aside?: Markup | undefined;
  /** The last action, said above the heading (a `role="status"`); may hold a form such as `Undo`. */
  readonly done?: Markup | undefined;
  /** The address of a script of this page alone, as of `at`; the page works without it. */
  readonly script?: string;
  /** By default `no-store`. */
  readonly cacheControl?: string | undefined;
  /** The address, as of `at`, of the page that comes next: it is prefetched. */
  readonly next?: string | undefined;
  /** Whether the browser loads it again every other second, which somebody asked for and may end. */
  readonly isFollowed?: boolean;
}

/** After a form: 303. */
export interface Redirect {
  /** Below the console, such as `/reviews/12?done=3`. */
  readonly to: string;
}

/** Anything else, such as a file: answered as it is. */
export interface Sent {
  readonly status?: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly content: string | Buffer | Readable;
}

export type Answer = Shown | Redirect | Sent;

export type Handler = (call: PageCall) => Promise<Answer> | Answer;

/**
 * Declares a page. The guard is before every handler: signed in, of this business, with this role, and a POST comes
 * from the console itself.
 * @param path - below `/console`, such as `/reviews/:number`.
 * @param role - the lowest that may: `moderator` is everybody.
 */
export type DeclarePage = (
  method: 'GET' | 'POST',
  path: string,
  role: Role,
  handler: Handler,
  /** Whether the handler reads what the POST sends; otherwise it is in `form` and `files`. */
  readsItself?: true,
) => void;

/** A page of the console that says no: the guard shows it in the frame. */
export class Refused extends Error {
  readonly status: number;
  readonly title: string;

  /** @param message - what to do about it. */
  constructor(status: number, title: string, message: string) {
    super(message);
    this.status = status;
    this.title = title;
  }
}
