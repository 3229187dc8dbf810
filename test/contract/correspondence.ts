import type { Canaries } from '../support/canaries.ts';
import { RawConnection } from '../support/raw_http.ts';

/** Parts of a request. */
interface Sending {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** Sent as JSON; text is sent as it is. */
  readonly body?: unknown;
  /** Fields of the answer with a secret that this answer may show. */
  readonly gives?: readonly string[];
}

/** An answer without the secrets that it may show. */
interface Answer {
  readonly what: string;
  readonly status: number;
  readonly text: string;
}

/** Sends requests to one server, and keeps the answers. */
export class Correspondence {
  readonly #url: string;
  readonly #canaries: Canaries;
  readonly #answers: Answer[] = [];
  readonly #given: Record<string, string> = {};

  constructor(url: string, canaries: Canaries) {
    this.#url = url;
    this.#canaries = canaries;
  }

  /** Statuses that were answered. */
  get statuses(): readonly number[] {
    return [...new Set(this.#answers.map(({ status }) => status))];
  }

  /** Secrets that answers have shown. */
  get problems(): string[] {
    const found = this.#answers.flatMap(({ what, status, text }) =>
      this.#canaries.in(text).map((name) => `${what}: the answer ${status} shows the ${name}`),
    );
    return [...new Set(found)];
  }

  /** The secret that an answer gave last under this name. */
  given(field: string): string {
    return this.#given[field] ?? 'none';
  }

  /** Sends a request and keeps the answer. @param what method and path below `/api` */
  async send(what: string, { headers = {}, query = {}, body, gives = [] }: Sending = {}): Promise<void> {
    const [method = '', path = ''] = what.split(' ', 2);
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await fetch(`${this.#url}/api${path}?${new URLSearchParams(query).toString()}`, {
      method,
      headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: text }),
    });
    const shown = await answer.text();
    const head = JSON.stringify([...answer.headers]);
    this.#keep(`${method} ${path.split('/').slice(0, 3).join('/')}`, answer.status, head + this.#take(shown, gives));
  }

  /** Sends bytes that no HTTP client would send, and keeps the answer. */
  async sendRaw(bytes: string): Promise<void> {
    const connection = new RawConnection(this.#url).send(bytes);
    const { status, headers, body } = await connection.answer();
    connection.close();
    this.#keep('an unreadable request', status, JSON.stringify(headers) + body);
  }

  /** Remembers the secrets that an answer gives. @returns the rest of it */
  #take(shown: string, gives: readonly string[]): string {
    return gives.reduce((rest, field) => {
      const given = (JSON.parse(shown) as Record<string, string>)[field];
      if (given === undefined) return rest;
      this.#given[field] = this.#canaries.add(field, given);
      const signature = given.split('.')[2];
      if (signature !== undefined) this.#canaries.add(`signature of the ${field}`, signature);
      return rest.replace(given, '');
    }, shown);
  }

  #keep(what: string, status: number, text: string): void {
    this.#answers.push({ what, status, text });
  }
}
