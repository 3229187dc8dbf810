import { Type, type StringOptions, type TUnsafe } from '@sinclair/typebox';
import type { AcceptedFile, FileType } from './uploaded_file.ts';

// Characters that RFC 3986 allows in a path; all others have to be percent-encoded.
const URI_CHARACTERS = "(?:[A-Za-z0-9._~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2})*";
const PATH = `/(?:(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})${URI_CHARACTERS})?`;
const QUERY_CHARACTERS = URI_CHARACTERS.replace('/-', '/?-');
const NAME = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const EMAIL = `^${NAME}(?:\\.${NAME})*@${LABEL}(?:\\.${LABEL})+$`;
const HOST = '[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::[0-9]{1,5})?';
const URL_OR_PATH =
  `^(?:https?://${HOST}(?:/${URI_CHARACTERS})?|${PATH})` + `(?:\\?${QUERY_CHARACTERS})?(?:#${QUERY_CHARACTERS})?$`;
// Largest amount of money as a JSON number; larger amounts are texts. Also the default limit of `decimal`.
const MAX_AMOUNT = 999_999_999;

/** Option of input types, for the OpenAPI document. */
export interface Described {
  description?: string;
}

export interface DecimalBounds extends Described {
  places?: number;
  minimum?: number;
  maximum?: number;
}

type FileOptions<T> = Described & { readonly types: readonly T[]; readonly maxBytes?: number };

/** Part of `input`: amounts, times, addresses, UUIDs and files. */
export const formats = {
  /**
   * Money with at most two places, as a number or text; reaches the operation in hundredths. `signed` allows negative
   * amounts, for operations that reject them with a failure of their own.
   */
  money: ({ signed = false, description }: { signed?: boolean } & Described = {}) =>
    Type.Transform(
      Type.Union(
        [
          Type.Number({ minimum: signed ? -MAX_AMOUNT : 0, maximum: MAX_AMOUNT, format: 'money' }),
          Type.String({ pattern: `^${signed ? '-?' : ''}(0|[1-9][0-9]{0,11})(\\.[0-9]{1,2})?$` }),
        ],
        annotations(`an amount${signed ? '' : ' of 0 or more'} with at most two places`, description),
      ),
    )
      .Decode(hundredthsOf)
      .Encode((units) => units / 100),

  /** A decimal number with at most two places, or `places`, as a number or text; reaches the operation as text, unrounded. */
  decimal: ({ places = 2, minimum = -MAX_AMOUNT, maximum = MAX_AMOUNT, ...more }: DecimalBounds = {}) =>
    Type.Transform(
      Type.Union(
        [
          Type.Number({ minimum, maximum, decimal: [minimum, maximum, places] }),
          Type.String({
            pattern: `^-?(0|[1-9][0-9]{0,11})${places === 0 ? '' : `(\\.[0-9]{1,${places}})?`}$`,
            decimal: [minimum, maximum, places],
          }),
        ],
        { ...more, expected: `a number from ${minimum} to ${maximum} with at most ${places} places` },
      ),
    )
      .Decode(String)
      .Encode(String),

  /** A day without a time zone, `2026-11-24`; reaches the operation as this text. */
  date: (more: Described = {}) => Type.String({ format: 'date', expected: 'a date such as 2026-11-24', ...more }),

  /**
   * A moment as ISO 8601 with its offset, `2026-11-24T18:00:00+08:00`; reaches the operation as a Date. A time without an
   * offset is rejected: its zone would be a guess. The space that an unencoded `+` becomes in a query counts as `+`.
   */
  datetime: (more: Described = {}) =>
    Type.Transform(
      Type.String({
        format: 'date-time',
        expected: 'a time with its offset, such as 2026-11-24T18:00:00+08:00',
        ...more,
      }),
    )
      .Decode((text) => new Date(text.replace(' ', '+')))
      .Encode((moment) => moment.toISOString()),

  /** An e-mail address in ASCII; reaches the operation in lower case. */
  email: (more: Described = {}) =>
    lowerCase({
      format: 'email',
      minLength: 1,
      maxLength: 254,
      pattern: EMAIL,
      expected: 'an e-mail address in ASCII',
      ...more,
    }),

  /** A UUID; reaches the operation in lower case. */
  uuid: (more: Described = {}) =>
    lowerCase({
      format: 'uuid',
      pattern: '^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$',
      expected: 'a UUID such as 0d9f2c1e-7c52-4c2f-9a39-51d1e4a1c0de',
      ...more,
    }),

  /**
   * A file of a multipart form, for `add` and `update`; reaches the operation as an object with `name`, `bytes` and `type`.
   * The content determines the `type`, which is one of `types`. For signed-in callers, `maxBytes` raises the limit of the
   * body if needed; others have `http.anonymousBodyLimit`.
   */
  file: <T extends FileType>({ types, maxBytes = 1_000_000, ...more }: FileOptions<T>): TUnsafe<AcceptedFile<T>> =>
    Type.Unsafe({
      file: { types, maxBytes },
      expected: `a file of at most ${maxBytes} bytes: ${types.join(', ')}`,
      ...more,
    }),

  /** A URL of `http` or `https` without user info, or a path that begins with a single `/`. */
  url: ({ maxLength = 2_000, description }: { maxLength?: number } & Described = {}) =>
    Type.String({
      minLength: 1,
      maxLength,
      pattern: URL_OR_PATH,
      ...annotations('a URL, or a path that begins with /, in ASCII with everything else percent-encoded', description),
    }),
};

function lowerCase(options: StringOptions) {
  return Type.Transform(Type.String(options))
    .Decode((text) => text.toLowerCase())
    .Encode((text) => text);
}

/** Converts an amount to hundredths. Texts are converted by digits: products of large amounts may be off by one. */
function hundredthsOf(amount: number | string): number {
  if (typeof amount === 'number') return Math.round(amount * 100);
  const [whole = '', places = ''] = amount.split('.');
  return Number(whole + places.padEnd(2, '0'));
}

/** Expected value, for messages, and description, for the OpenAPI document. */
export function annotations(expected: string, description: string | undefined) {
  return description === undefined ? { expected } : { expected, description };
}
