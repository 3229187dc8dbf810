import type { ServerResponse } from 'node:http';
import { servicesFault, type Provider } from '../container/attribution.ts';
import type { ContentSecurity } from '../declare/mount.ts';

type Directive = keyof ContentSecurity;
type Sources = readonly string[];

const HEADER = 'Content-Security-Policy';
const none = ["'none'"];
const self = ["'self'"];

// A page loads files of its own origin only; scripts and styles in its markup have no effect.
const defaults: Readonly<Record<string, Sources | undefined>> = {
  'default-src': none,
  'script-src': self,
  'style-src': self,
  'img-src': self,
  'connect-src': self,
  'base-uri': none,
  'form-action': none,
  'frame-ancestors': none,
};

/** Sources that a directive allows besides `'self'`, origins, and hashes of scripts and styles. */
const allowed: Readonly<Record<Directive, Sources>> = {
  'connect-src': ['blob:', 'data:'],
  'font-src': ['data:'],
  'form-action': [],
  'frame-ancestors': [],
  'frame-src': ['blob:', 'data:'],
  'img-src': ['blob:', 'data:'],
  'manifest-src': [],
  'media-src': ['blob:', 'data:'],
  'script-src': ["'wasm-unsafe-eval'"],
  'style-src': ["'unsafe-inline'"],
  'worker-src': ['blob:'],
};

const ORIGIN = /^(https|wss):\/\/(\*\.)?[a-z0-9][a-z0-9.-]*(:\d{1,5})?(\/[\w./~%-]*)?$/i;
const HASH = /^'sha(256|384|512)-[\w+/-]+={0,2}'$/;

/** Value of the header: the strict default with the sources that a module has added. */
export function contentSecurity(added: ContentSecurity = {}): string {
  const whole = { ...defaults };
  for (const [name, sources] of entriesOf(added)) whole[name] = [...sourcesBefore(name), ...sources];
  return Object.entries(whole)
    .map(([name, sources = []]) => `${name} ${[...new Set(sources)].join(' ')}`)
    .join(';');
}

/** Default sources of a directive, or those of the directive that browsers fall back on; empty for `none`. */
function sourcesBefore(name: string): Sources {
  if (name === 'worker-src') return self;
  const own = defaults[name] ?? none;
  return own === none ? [] : own;
}

/** Module of a declared policy, and the page, mount or middleware that declares it. */
interface PolicyPlace {
  readonly module: Provider;
  readonly what: string;
}

/** Refuses directives and sources that modules may not add, such as those for injected code. @throws ModuleFault */
export function refuseUnsafeSources(added: ContentSecurity | undefined, { module, what }: PolicyPlace): void {
  const [problem] = entriesOf(added ?? {}).flatMap(([name, sources]) => problemsOf(name, sources));
  if (problem !== undefined) throw servicesFault(module, `"contentSecurity" of ${what} is invalid: ${problem}`);
}

function problemsOf(name: string, sources: unknown): string[] {
  if (!Object.hasOwn(allowed, name)) {
    return [`"${name}" cannot be widened; the directives are ${Object.keys(allowed).join(', ')}.`];
  }
  if (!isListOfTexts(sources)) {
    return [`"${name}" is not a list of texts; write it like ["https://cdn.example.com"].`];
  }
  return sources.filter((one) => !isAllowed(name as Directive, one)).map((one) => refusalOf(name as Directive, one));
}

function isAllowed(name: Directive, source: string): boolean {
  if (source === "'self'" || allowed[name].includes(source) || ORIGIN.test(source)) return true;
  return HASH.test(source) && takesHashes(name);
}

function takesHashes(name: Directive): boolean {
  return name === 'script-src' || name === 'style-src';
}

function refusalOf(name: Directive, source: string): string {
  if (name === 'script-src' && (source === "'unsafe-inline'" || source === "'unsafe-eval'")) {
    return `"${name}" must not have ${source}, which runs injected code; move the code into a file that the page loads.`;
  }
  const hashes = takesHashes(name) ? ["'sha256-...'"] : [];
  const kinds = ["'self'", ...allowed[name], ...hashes, 'or an origin such as https://cdn.example.com'];
  return `"${name}" must not have the source "${source}"; write ${kinds.join(', ')}.`;
}

/** Adds the policy to an answer of type HTML, unless later code sets a policy itself. */
export function protectHtml(response: ServerResponse, policy: string): void {
  const before = response.getHeader(HEADER);
  const writeHead = response.writeHead.bind(response) as (...args: readonly unknown[]) => ServerResponse;
  response.writeHead = (...args: readonly unknown[]) => {
    if (response.getHeader(HEADER) === before && isHtml(typeOf(response, args.at(-1)))) {
      response.setHeader(HEADER, policy);
    }
    return writeHead(...args);
  };
}

function isHtml(type: unknown): boolean {
  return /^(text\/html|application\/xhtml\+xml)\b/i.test(String(type));
}

/** Media type of an answer, which may be among the headers that are passed to `writeHead`. */
function typeOf(response: ServerResponse, given: unknown): unknown {
  const isType = ([name]: readonly [string, unknown]) => name.toLowerCase() === 'content-type';
  const passed = Array.isArray(given) ? pairsOf(given) : Object.entries(given ?? {});
  return passed.find(isType)?.[1] ?? response.getHeader('Content-Type');
}

/** Pairs of name and value in a flat list of headers. */
function pairsOf(flat: readonly unknown[]): [string, unknown][] {
  return flat.flatMap((name, index) => (index % 2 === 0 ? [[String(name), flat[index + 1]]] : []));
}

function entriesOf(added: ContentSecurity): [string, Sources][] {
  return Object.entries(added);
}

function isListOfTexts(sources: unknown): sources is Sources {
  return Array.isArray(sources) && sources.every((one) => typeof one === 'string');
}
