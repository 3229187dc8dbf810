import { SpanKind, SpanStatusCode, trace, type Attributes, type Span, type Tracer } from '@opentelemetry/api';
import { codeOf } from './unavailable.ts';

const FAILED = { code: SpanStatusCode.ERROR };

/** Spans of statements, by the semantic conventions of OpenTelemetry for PostgreSQL. */
export class StatementSpans {
  readonly #always: Attributes;

  /** @param url of the server; its name and that of the database are told, no more */
  constructor(
    private readonly tracer: Tracer,
    url: string | undefined,
  ) {
    this.#always = { 'db.system.name': 'postgresql', ...(url !== undefined && placeOf(url)) };
  }

  /**
   * Begins one for a statement whose values stand apart from its text. What is no part of anything that has a span, such as
   * the looks for jobs and events that are due, would be a trace each, several a second.
   */
  begin(text: string): Span | undefined {
    if (!trace.getActiveSpan()) return undefined;
    const operation = /^\W*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'SQL';
    const attributes = { ...this.#always, 'db.operation.name': operation, 'db.query.text': text };
    return this.tracer.startSpan(operation, { kind: SpanKind.CLIENT, attributes });
  }
}

/** Says of a statement how it went. */
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
