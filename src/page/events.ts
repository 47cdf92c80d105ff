/** What the `detail` of each event holds. */
export interface EventDetails {
  /** The element shows its content. */
  'plaudit-ready': {
    /** Number of reviews (or questions, or products) there are, where the element knows. */
    readonly total: number | null;
  };
  /** Loading failed; the element's children stay. */
  'plaudit-error': {
    /** Error code of the API, 0 where the proxy gave none. */
    readonly code: number;
    /** HTTP status, 0 where there was no answer. */
    readonly status: number;
    readonly reason: string;
    /** Seconds after which it is worth asking again. */
    readonly retryAfter?: number | undefined;
  };
  /** The shopper filtered, searched or sorted. */
  'plaudit-filter': {
    readonly sku: string | null | undefined;
    readonly itemGroup: string | null | undefined;
    /** Star ratings that are shown; empty: all. */
    readonly ratings: readonly number[];
    readonly order?: string;
    readonly photos?: boolean;
    readonly text?: string;
  };
  /** A vote was counted. */
  'plaudit-vote': {
    readonly reviewId: number;
    readonly vote: 'positive' | 'negative';
    /** The vote is safe at the proxy, but not delivered yet. */
    readonly queued: boolean;
  };
  /** A review was accepted. */
  'plaudit-submit': {
    readonly sku: string;
    readonly rating: number;
    /** The review is safe at the proxy, but not delivered yet. */
    readonly queued: boolean;
  };
}

type PlauditEvents = { [Name in keyof EventDetails]: CustomEvent<EventDetails[Name]> };

/** Every event bubbles and leaves the shadow root. */
export function emit<Name extends keyof EventDetails>(element: Element, name: Name, detail: EventDetails[Name]): void {
  element.dispatchEvent(new CustomEvent(name, { bubbles: true, composed: true, detail }));
}

declare global {
  interface GlobalEventHandlersEventMap extends PlauditEvents {}
}
