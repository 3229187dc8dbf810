import { BoundedCache } from '../base/bounded_cache.ts';
import { standardFailures } from '../declare/standard_failures.ts';

/** Version and format that the `Accept` header selects. */
export interface Version {
  /** Version of the API, 1 or 2. */
  readonly number: number;
  /** Whether failures are answered as RFC 9457 problem details. */
  readonly problem: boolean;
  /** False if the client accepts only unknown versions; routes then refuse the request. */
  readonly isSupported: boolean;
}

export const supportedVersions: readonly number[] = [1, 2];

const newest: Version = { number: 2, problem: false, isSupported: true };
const vendor = /application\/vnd\.[\w.+-]*?\.v(\d+)\+json/gi;
const anyJson = /\*\/\*|application\/(\*|json)\b/i;

const remembered = new BoundedCache(parse);

/** The version that an `Accept` header selects; by default the newest (specification, section 9.1). */
export function versionOf(accept: string | undefined): Version {
  if (accept === undefined || accept === '*/*' || accept === 'application/json') return newest;
  return remembered.of(accept);
}

function parse(accept: string): Version {
  const problem = /application\/problem\+json/i.test(accept);
  const asked = [...accept.matchAll(vendor)].map(([, number]) => Number(number));
  const number = asked.find((one) => supportedVersions.includes(one));
  const isSupported = number !== undefined || asked.length === 0 || anyJson.test(accept);
  return { number: number ?? newest.number, problem, isSupported };
}

export function unknownVersion() {
  const list = supportedVersions.map((number) => `application/vnd.<vendor>.v${number}+json`).join(', ');
  return standardFailures.notAcceptable({
    message: `This version of the API is not supported; supported are ${list}.`,
  });
}
