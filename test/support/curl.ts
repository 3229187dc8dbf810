/** A word of a command, with its quotes. */
export interface Word {
  readonly text: string;
  readonly quote: string;
}

export interface Request {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | FormData | undefined;
  readonly redirect: 'follow' | 'manual';
  /** Whether the status and the headers are printed before the body. */
  readonly withHead: boolean;
}

const withValue = new Set(['-H', '-d', '-u', '-X', '-F']);

export function wordsOf(command: string): Word[] {
  const found = command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g);
  return [...found].map(([whole, single, double, plain]) => ({
    text: single ?? double ?? plain ?? '',
    quote: plain === undefined ? whole.charAt(0) : '',
  }));
}

/** Returns the request of a curl command. @param words words after `curl` */
export function requestOf(words: readonly string[]): Request {
  const all = (flag: string) => words.filter((_, index) => words[index - 1] === flag);
  const headers = Object.fromEntries(all('-H').map((line) => line.split(': ', 2) as [string, string]));
  const [login] = all('-u');
  if (login !== undefined) headers['Authorization'] = `Basic ${Buffer.from(login).toString('base64')}`;
  const data = all('-d');
  const parts = all('-F');
  if (data.length > 0) headers['Content-Type'] ??= 'application/x-www-form-urlencoded';
  return {
    url: words.find((word, index) => !word.startsWith('-') && !withValue.has(words[index - 1] ?? '')) ?? '',
    method: all('-X')[0] ?? (data.length + parts.length > 0 ? 'POST' : 'GET'),
    headers,
    body: parts.length > 0 ? formOf(parts) : data.length > 0 ? data.join('&') : undefined,
    redirect: words.includes('-L') ? 'follow' : 'manual',
    withHead: words.includes('-i'),
  };
}

/** Builds a multipart form; `name=content;filename=x` is a file. */
function formOf(parts: readonly string[]): FormData {
  const form = new FormData();
  for (const part of parts) {
    const [, name = '', content = '', file] = /^([^=]+)=([^]*?)(?:;filename=(.*))?$/.exec(part) ?? [];
    if (file === undefined) form.append(name, content);
    else form.append(name, new Blob([content]), file);
  }
  return form;
}

/** Sends a request and returns the output of curl. @param address URL to use instead of `request.url` */
export async function send(address: string, { method, headers, body, redirect, withHead }: Request): Promise<string> {
  const answer = await fetch(address, { method, headers, body: body ?? null, redirect });
  const text = await answer.text();
  if (!withHead) return text;
  const head = [...answer.headers].map(([name, value]) => `${properCase(name)}: ${value}`);
  return [`HTTP/1.1 ${answer.status} ${answer.statusText}`, ...head, '', text].join('\n');
}

/** Returns a header name as servers write it; `fetch` returns names in lower case. */
function properCase(name: string): string {
  if (name === 'etag') return 'ETag';
  return name.replace(/(^|-)([a-z])/g, (_match, dash: string, letter: string) => dash + letter.toUpperCase());
}
