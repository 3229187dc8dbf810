import type { Answer, Choice, Chosen, ChosenValue, Page, PageForm, VerbatimAnswer } from '../declare/answer.ts';
import type { Fields } from '../declare/field.ts';
import { objectWriter } from '../declare/object.ts';
import type { Shape } from '../declare/shape.ts';
import { wrong, writeText, type WriteContext } from '../base/value_writers.ts';

/** Parameters of one answer: requested fields, position in a list, fields of other modules. */
export interface FilterRequest {
  /** Names of the requested fields; undefined for all. */
  readonly only: readonly string[] | undefined;
  readonly offset: number;
  readonly limit: number;
  /** Values of fields that other modules add to the answer. */
  readonly added?: WriteContext['added'];
}

/** Converts the return value of an operation to text. Drops undeclared fields, except with `raw` and `verbatim`. */
export type Filter = (value: never, request: FilterRequest) => string;

export function compileFilter(answer: Answer, mode: string | undefined, context: WriteContext): Filter {
  if (!('kind' in answer)) return objectFilter(answer, mode ?? '', context);
  switch (answer.kind) {
    case 'raw':
      return (value?: unknown) => (value === undefined ? 'null' : JSON.stringify(value));
    case 'verbatim':
      return verbatimFilter;
    case 'choice':
      return choiceFilter(answer, context);
    case 'record':
      return recordFilter(choiceFilter(answer, context));
    case 'list': {
      const write = listWriter(answer.shape, mode ?? '', context);
      return (values: readonly object[], request) => JSON.stringify(write(values, request));
    }
    default: {
      const write = listWriter(answer.shape, mode ?? '', context);
      return answer.kind === 'page'
        ? pageFilter(write, answer.form)
        : ({ data }: Page<object>, request) => JSON.stringify(write(data, request));
    }
  }
}

const verbatimTypes: readonly unknown[] = ['text/plain', 'application/json'];

/** Returns the body unchanged. Rejects a wrong status or body, and a type that the OpenAPI document does not list. */
function verbatimFilter({ status, type, body }: VerbatimAnswer): string {
  if (!Number.isInteger(status) || status < 200 || status > 599) throw wrong(status, 'a status from 200 to 599');
  if (!verbatimTypes.includes(type)) throw wrong(type, 'the type text/plain or application/json');
  return writeText(body);
}

function objectFilter(shape: Shape, mode: string, context: WriteContext): Filter {
  const writer = writerOf(shape, mode, context);
  return (value: object, request) => JSON.stringify(writer(request)(value));
}

/** Returns the function that selects and writes the requested fields of the objects of an answer. */
function writerOf(shape: Shape, mode: string, context: WriteContext) {
  const fields = shape.fields(mode);
  const writeAll = objectWriter(shape.name, fields);
  return ({ only, added }: FilterRequest): ((value: object) => object) => {
    const write = only ? objectWriter(shape.name, narrowed(fields, only)) : writeAll;
    const given = added ? { ...context, added } : context;
    return (value) => write(value, given);
  };
}

function narrowed(fields: Fields, only: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => only.includes(name)));
}

type WriteList = (values: readonly object[], request: FilterRequest) => readonly object[];

function listWriter(shape: Shape, mode: string, context: WriteContext): WriteList {
  const writer = writerOf(shape, mode, context);
  return (values, request) => values.map(writer(request));
}

function pageFilter(write: WriteList, form: PageForm | undefined): Filter {
  return ({ data, total, isEstimate, next }: Page<object>, request) => {
    const items = write(data, request);
    const { offset, limit } = request;
    if (next !== undefined) return JSON.stringify({ data: items, paging: { limit, next } });
    if (form) {
      const parts = { data: items, total, offset, limit };
      return JSON.stringify(Object.fromEntries(Object.entries(form).map(([name, part]) => [name, parts[part]])));
    }
    return JSON.stringify({ data: items, paging: { total, offset, limit, isEstimate: isEstimate || undefined } });
  };
}

/** Filters of shapes that the service selects, compiled on first use. */
function choiceFilter({ shapeOf }: Choice, context: WriteContext): Filter {
  const filters = new WeakMap<Shape, Map<string, Filter>>();
  return (chosen: ChosenValue, request) => filterOf(chosen)(chosen.value as never, request);

  function filterOf(chosen: Chosen): Filter {
    const { shape, mode } = chosen;
    const byMode = filters.get(shape) ?? new Map<string, Filter>();
    const known = byMode.get(mode) ?? objectFilter(shapeOf?.(chosen) ?? shape, mode, context);
    filters.set(shape, byMode.set(mode, known));
    return known;
  }
}

function recordFilter(one: Filter): Filter {
  return (values: Readonly<Record<string, never>>, request) => {
    const members = Object.entries(values).map(([name, value]) => `${JSON.stringify(name)}:${one(value, request)}`);
    return `{${members.join(',')}}`;
  };
}
