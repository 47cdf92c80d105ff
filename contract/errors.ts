/** What each `errorCode` of the API means, and the HTTP status that goes with it in our own answers. */
export const errorCodes = {
  101: { meaning: 'Client token invalid', http: 401 },
  102: { meaning: 'Client token access revoked', http: 401 },
  201: { meaning: 'Email or password invalid', http: 401 },
  202: { meaning: 'User access has been disabled', http: 401 },
  203: { meaning: 'User token missing or invalid', http: 401 },
  204: { meaning: 'User session is invalid', http: 401 },
  205: { meaning: 'Fatal error creating user access', http: 401 },
  206: { meaning: 'User access is invalid', http: 401 },
  207: { meaning: 'User token is expired', http: 401 },
  301: { meaning: 'Business not available', http: 404 },
  302: { meaning: 'Missing parameter', http: 400 },
  303: { meaning: 'Limit exceeded', http: 400 },
  304: { meaning: 'Email already exists', http: 409 },
  305: { meaning: 'The review does not exist', http: 404 },
  306: { meaning: 'Malformed parameter', http: 400 },
  307: { meaning: 'User not found', http: 404 },
  308: { meaning: 'Insufficient permissions', http: 403 },
  309: { meaning: 'Review request removal error', http: 404 },
  310: { meaning: 'Product review request removal error', http: 404 },
  311: { meaning: 'Error uploading image', http: 415 },
  399: { meaning: 'Unexpected error', http: 500 },
  401: { meaning: 'Product does not exist', http: 404 },
  402: { meaning: 'Image does not exist', http: 404 },
  403: { meaning: 'Product review does not exist', http: 404 },
  404: { meaning: 'Can vote only once every 24 hours', http: 409 },
  429: { meaning: 'Too many requests', http: 429 },
  503: { meaning: 'Site under scheduled maintenance', http: 503 },
} as const;

export type ErrorCode = keyof typeof errorCodes;

export interface ErrorEnvelope {
  status: 'ERROR';
  success: false;
  errorCode: number;
  errorReason: string;
}

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'number' && value in errorCodes;
}

export interface ApiErrorOptions {
  /** HTTP status where it differs from the usual one of the code, such as 404 for an unknown path (399). */
  http?: number;
  /** Seconds after which it is worth asking again; sent as `Retry-After`. */
  retryAfter?: number;
  /** The parameter that is wrong, where it is one. */
  field?: string;
  cause?: unknown;
}

/** A refusal that the caller is told about: its code, a reason that names what is wrong, and the HTTP status. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly http: number;
  readonly retryAfter: number | undefined;
  readonly field: string | undefined;

  constructor(code: ErrorCode, reason: string = errorCodes[code].meaning, options: ApiErrorOptions = {}) {
    super(reason, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.http = options.http ?? errorCodes[code].http;
    this.retryAfter = options.retryAfter;
    this.field = options.field;
  }

  toEnvelope(): ErrorEnvelope {
    return { status: 'ERROR', success: false, errorCode: this.code, errorReason: this.message };
  }
}

/** Refuses what is wrong with one parameter. */
export const refuseParameter = (code: ErrorCode, field: string, problem: string): ApiError =>
  new ApiError(code, `Parameter ${field} ${problem}`, { field });
