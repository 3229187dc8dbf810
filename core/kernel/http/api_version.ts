import { BoundedCache } from '../base/bounded_cache.ts';
import type { HttpConfig } from '../base/config_schema.ts';
import { standardFailures } from '../declare/standard_failures.ts';

/** Version and format that the `Accept` header selects. */
export interface Version {
  /** Version of the API. */
  readonly number: number;
  /** Whether failures are answered as RFC 9457 problem details. */
  readonly problem: boolean;
  /** False if the client accepts only unknown versions; routes then refuse the request. */
  readonly isSupported: boolean;
}

const vendor = /application\/vnd\.[\w.+-]*?\.v(\d+)\+json/gi;
const anyJson = /\*\/\*|application\/(\*|json)\b/i;

/** Versions of the API that an installation answers. */
export class ApiVersions {
  /** Numbers of the versions, the oldest first. */
  readonly numbers: readonly number[];
  /** Version of requests that name none (specification, section 9.1). */
  readonly default: number;
  readonly #unnamed: Version;
  readonly #remembered = new BoundedCache((accept: string) => this.#parse(accept));

  /** @throws Error if the default is no version from the oldest to the newest */
  constructor({ versions: { oldest, newest, default: preset } }: Pick<HttpConfig, 'versions'>) {
    if (preset < oldest || preset > newest) {
      const where = `Configuration: "http.versions.default" is ${preset}, but the versions are ${oldest} to ${newest}`;
      throw new Error(`${where}; correct "default", "oldest" or "newest".`);
    }
    this.numbers = Array.from({ length: newest - oldest + 1 }, (_, index) => oldest + index);
    this.default = preset;
    this.#unnamed = { number: preset, problem: false, isSupported: true };
  }

  /** The version that an `Accept` header selects. */
  of(accept: string | undefined): Version {
    if (accept === undefined || accept === '*/*' || accept === 'application/json') return this.#unnamed;
    return this.#remembered.of(accept);
  }

  #parse(accept: string): Version {
    const problem = /application\/problem\+json/i.test(accept);
    const asked = [...accept.matchAll(vendor)].map(([, number]) => Number(number));
    const number = asked.find((one) => this.numbers.includes(one));
    const isSupported = number !== undefined || asked.length === 0 || anyJson.test(accept);
    return { number: number ?? this.default, problem, isSupported };
  }

  unknown() {
    const list = this.numbers.map((number) => `application/vnd.<vendor>.v${number}+json`).join(', ');
    return standardFailures.notAcceptable({
      message: `This version of the API is not supported; supported are ${list}.`,
    });
  }
}

/** Versions of requests that are refused before they reach an application. */
export const standardVersions = new ApiVersions({ versions: { oldest: 1, newest: 2, default: 2 } });
