/** A mail as it waits in the outbox. */
import { escaped } from '../../html.ts';

export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

/** A mail as it is stored until it is delivered. */
export interface Message {
  readonly from: Mailbox;
  readonly to: Mailbox;
  readonly replyTo: Mailbox | null;
  readonly subject: string;
  readonly text: string;
  /** Pictures of the service are paths, so that a new public address applies to mail that waits. */
  readonly html: string;
  /** Where one POST stops further requests (RFC 8058); null for mail that was asked for. */
  readonly stopUrl: string | null;
  /** Keyed hashes of the people whose words it quotes to somebody else, to find it again where it is a file. */
  readonly quotes?: readonly string[];
}

/**
 * The same with pictures that can be loaded. No value in the HTML can look like this: their quotation marks are
 * escaped.
 * @param publicUrl - of the service, without a trailing slash.
 */
export function withPublicPictures(message: Message, publicUrl: string): Message {
  return { ...message, html: message.html.replaceAll(' src="/', () => ` src="${escaped(publicUrl)}/`) };
}
