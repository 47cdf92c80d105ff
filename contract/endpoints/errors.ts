/**
 * Every refusal by its name: the `errorCode` of the API, what it means, and the HTTP status of our own answers. Of
 * several that share a code, the first is the API's own; for the others it has no code.
 */
export const refusals = {
  clientTokenInvalid: { code: 101, http: 401, meaning: 'Client token invalid' },
  clientTokenRevoked: { code: 102, http: 401, meaning: 'Client token access revoked' },
  loginWrong: { code: 201, http: 401, meaning: 'Email or password invalid' },
  userDisabled: { code: 202, http: 401, meaning: 'User access has been disabled' },
  userTokenInvalid: { code: 203, http: 401, meaning: 'User token missing or invalid' },
  sessionInvalid: { code: 204, http: 401, meaning: 'User session is invalid' },
  accessNotCreated: { code: 205, http: 401, meaning: 'Fatal error creating user access' },
  accessInvalid: { code: 206, http: 401, meaning: 'User access is invalid' },
  userTokenExpired: { code: 207, http: 401, meaning: 'User token is expired' },
  businessNotAvailable: { code: 301, http: 404, meaning: 'Business not available' },
  parameterMissing: { code: 302, http: 400, meaning: 'Missing parameter' },
  limitExceeded: { code: 303, http: 400, meaning: 'Limit exceeded' },
  alreadyExists: { code: 304, http: 409, meaning: 'Email already exists' },
  reviewNotFound: { code: 305, http: 404, meaning: 'The review does not exist' },
  questionNotFound: { code: 305, http: 404, meaning: 'The question does not exist' },
  malformed: { code: 306, http: 400, meaning: 'Malformed parameter' },
  tooSlow: { code: 306, http: 408, meaning: 'The request did not arrive in time' },
  bodyTooLarge: { code: 306, http: 413, meaning: 'The body is too large' },
  urlTooLong: { code: 306, http: 414, meaning: 'The address is too long' },
  typeNotTaken: { code: 306, http: 415, meaning: 'The content type is not one that this operation takes' },
  keyReused: { code: 306, http: 422, meaning: 'Header Idempotency-Key was used with another body' },
  headersTooLarge: { code: 306, http: 431, meaning: 'The headers are too large' },
  userNotFound: { code: 307, http: 404, meaning: 'User not found' },
  notPermitted: { code: 308, http: 403, meaning: 'Insufficient permissions' },
  requestNotRemoved: { code: 309, http: 404, meaning: 'Review request removal error' },
  productRequestNotRemoved: { code: 310, http: 404, meaning: 'Product review request removal error' },
  imageRefused: { code: 311, http: 415, meaning: 'Error uploading image' },
  imageTooLarge: { code: 311, http: 413, meaning: 'The image is too large' },
  unexpected: { code: 399, http: 500, meaning: 'Unexpected error' },
  pathUnknown: { code: 399, http: 404, meaning: 'Unknown path' },
  methodUnknown: { code: 399, http: 405, meaning: 'Unknown method' },
  stillRunning: { code: 399, http: 409, meaning: 'The first request with this Idempotency-Key still runs' },
  upstreamFailed: { code: 399, http: 502, meaning: 'Unexpected error' },
  upstreamSilent: { code: 399, http: 504, meaning: 'The review service did not answer in time' },
  productNotFound: { code: 401, http: 404, meaning: 'Product does not exist' },
  imageNotFound: { code: 402, http: 404, meaning: 'Image does not exist' },
  productReviewNotFound: { code: 403, http: 404, meaning: 'Product review does not exist' },
  votedAlready: { code: 404, http: 409, meaning: 'Can vote only once every 24 hours' },
  tooManyRequests: { code: 429, http: 429, meaning: 'Too many requests' },
  unavailable: { code: 503, http: 503, meaning: 'Site under scheduled maintenance' },
} as const;

export type RefusalName = keyof typeof refusals;
export type ErrorCode = (typeof refusals)[RefusalName]['code'];

/** By code, the API's own. */
const names = new Map<number, RefusalName>();
for (const name of Object.keys(refusals) as RefusalName[])
  if (!names.has(refusals[name].code)) names.set(refusals[name].code, name);

/** The API's own refusals, in the order of their codes. */
export const apiRefusals: readonly RefusalName[] = [...names.values()];

/** The name of a code of the API; undefined for one that it does not have. */
export const nameOfCode = (code: unknown): RefusalName | undefined => names.get(code as number);

export interface ErrorEnvelope {
  status: 'ERROR';
  success: false;
  errorCode: number;
  errorReason: string;
}

export interface ApiErrorOptions {
  /** After which it is worth asking again; sent as `Retry-After`. */
  retryAfterSeconds?: number;
  /** The parameter that is wrong, if one is. */
  field?: string;
  cause?: unknown;
}

/** A refusal that goes to the caller, with a reason that names what is wrong. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly refusal: RefusalName;
  readonly retryAfterSeconds: number | undefined;
  readonly field: string | undefined;

  constructor(refusal: RefusalName, reason: string = refusals[refusal].meaning, options: ApiErrorOptions = {}) {
    super(reason, options.cause === undefined ? undefined : { cause: options.cause });
    this.refusal = refusal;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.field = options.field;
  }

  get code(): ErrorCode {
    return refusals[this.refusal].code;
  }

  get http(): number {
    return refusals[this.refusal].http;
  }

  /** Whether the API has the same code for both. */
  is(refusal: RefusalName): boolean {
    return this.code === refusals[refusal].code;
  }

  toEnvelope(): ErrorEnvelope {
    return { status: 'ERROR', success: false, errorCode: this.code, errorReason: this.message };
  }
}

/** The error to throw: `throw refuse('votedAlready')`. */
export const refuse = (refusal: RefusalName, reason?: string, options?: ApiErrorOptions): ApiError =>
  new ApiError(refusal, reason, options);

/** For a fault in one parameter. */
export const refuseParameter = (refusal: RefusalName, field: string, problem: string): ApiError =>
  refuse(refusal, `Parameter ${field} ${problem}`, { field });
