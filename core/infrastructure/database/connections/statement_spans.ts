import { SpanKind, SpanStatusCode, trace, type Attributes, type Span, type Tracer } from '@opentelemetry/api';
import { codeOf } from '../protocol/unavailable.ts';
import { hostUrls } from './host_urls.ts';

const FAILED = { code: SpanStatusCode.ERROR };

/** Spans of statements, by the semantic conventions of OpenTelemetry for PostgreSQL. */
export class StatementSpans {
  readonly #always: Attributes;

  /**
   * @param url URL of the server; only its host, port and database are recorded. Nothing is recorded of an invalid URL,
   * nor of several hosts, because the one in use changes.
   */
  constructor(
    private readonly tracer: Tracer,
    url: string | undefined,
  ) {
    // An invalid URL is reported by `serverSource`. The error of `new URL` would contain the URL with its password.
    this.#always = {
      'db.system.name': 'postgresql',
      ...(url !== undefined && hostUrls(url).length === 1 && URL.canParse(url) && placeOf(url)),
    };
  }

  /**
   * Starts the span of a statement, without its values. Returns undefined outside of another span, where each statement
   * would be a separate trace.
   */
  begin(text: string): Span | undefined {
    if (!trace.getActiveSpan()) return undefined;
    const operation = /^\W*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'SQL';
    const attributes = { ...this.#always, 'db.operation.name': operation, 'db.query.text': text };
    return this.tracer.startSpan(operation, { kind: SpanKind.CLIENT, attributes });
  }
}

export function endStatementSpan(span: Span, error: unknown, rows: number | undefined): void {
  if (error) {
    const code = codeOf(error);
    if (code !== undefined) span.setAttribute('db.response.status_code', code);
    const type = code ?? (error instanceof Error ? error.name : 'Error');
    span.setStatus(FAILED).setAttribute('error.type', type);
  } else if (rows !== undefined) {
    span.setAttribute('db.response.returned_rows', rows);
  }
  span.end();
}

function placeOf(url: string): Attributes {
  const { hostname, port, pathname } = new URL(url);
  const database = decodeURIComponent(pathname.slice(1));
  return {
    ...(hostname !== '' && { 'server.address': hostname, 'server.port': Number(port || 5432) }),
    ...(database !== '' && { 'db.namespace': database }),
  };
}
