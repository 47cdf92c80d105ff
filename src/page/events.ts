/** The `detail` of each event. */
export interface EventDetails {
  /** The element displays its content. */
  'plaudit-ready': {
    /** Total number of reviews, questions or products, if known. */
    readonly total: number | null;
  };
  /** Loading failed; the element's children stay. */
  'plaudit-error': {
    /** Error code of the API, or 0. */
    readonly code: number;
    /** HTTP status, or 0 without an answer. */
    readonly status: number;
    readonly reason: string;
    /** Seconds to wait before a retry. */
    readonly retryAfter?: number | undefined;
  };
  /** The shopper filtered, searched or sorted. */
  'plaudit-filter': {
    readonly sku: string | null | undefined;
    readonly itemGroup: string | null | undefined;
    /** Displayed star ratings; empty means all. */
    readonly ratings: readonly number[];
    readonly order?: string;
    readonly photos?: boolean;
    readonly text?: string;
  };
  /** A vote was counted or taken back. */
  'plaudit-vote': {
    readonly reviewId: number;
    /** Null if it was taken back. */
    readonly vote: 'positive' | 'negative' | null;
    /** Whether the proxy has stored the vote but not delivered it yet. */
    readonly queued: boolean;
  };
  /** A review is to be translated: the shopper asks for it, or the element has `translated`. */
  'plaudit-translate': {
    /** The title, if there is one, the text, and the reply of the shop, if there is one. */
    readonly texts: readonly string[];
    /** Languages such as `en`. */
    readonly from: string;
    readonly to: string;
    /** Takes a translation of each text, in their order; the first call counts. HTML in it is shown as text. */
    readonly respondWith: (translated: readonly string[] | Promise<readonly string[]>) => void;
  };
  /** A review was accepted. */
  'plaudit-submit': {
    readonly sku: string;
    readonly rating: number;
    /** Whether the proxy has stored the review but not delivered it yet. */
    readonly queued: boolean;
  };
}

type PlauditEvents = { [Name in keyof EventDetails]: CustomEvent<EventDetails[Name]> };

/** Events bubble and cross the shadow boundary. */
export function emit<Name extends keyof EventDetails>(element: Element, name: Name, detail: EventDetails[Name]): void {
  element.dispatchEvent(new CustomEvent(name, { bubbles: true, composed: true, detail }));
}

declare global {
  interface GlobalEventHandlersEventMap extends PlauditEvents {}
}
