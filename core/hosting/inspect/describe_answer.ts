import { isUnfiltered, type Chosen } from '../../kernel/declare/answer.ts';
import type { Route } from '../../kernel/routes/route.ts';
import type { Field } from '../../kernel/declare/field.ts';
import type { Services } from '../../kernel/declare/services.ts';
import { isAdded } from '../../kernel/extensions/extended_shapes.ts';
import type { Shape } from '../../kernel/declare/shape.ts';

export interface FieldDescription {
  readonly name: string;
  readonly type: string;
  readonly optional: boolean;
  readonly description: string;
  /** Module that adds the field to the shape; undefined for a field of the shape. */
  readonly addedBy: string | undefined;
}

export interface ShapeView {
  readonly name: string;
  readonly mode: string;
  readonly fields: readonly FieldDescription[];
}

export interface AnswerView {
  /** Name and mode of the filter, as `lectern routes` shows them. */
  readonly name: string;
  readonly unfiltered: boolean;
  /** Several shapes if the operation selects the shape of each answer; none for an unfiltered answer. */
  readonly shapes: readonly ShapeView[];
}

/** Name of the filter of a route with its mode, such as `list of Article.public`; `raw` or `verbatim` without a filter. */
export function filterName({ answer, mode }: Route): string {
  if (!('kind' in answer)) return `${answer.name}.${mode ?? ''}`;
  if ('shape' in answer) return `${answer.kind} of ${answer.shape.name}.${mode ?? ''}`;
  return isUnfiltered(answer) ? answer.kind : `${answer.kind} of ${answer.name}`;
}

export function describeAnswer(route: Route, services: Services): AnswerView {
  const { answer } = route;
  const shapes = shapesOf(route, services).map(({ shape, mode }) => shapeView(shape, mode));
  return { name: filterName(route), unfiltered: isUnfiltered(answer), shapes };
}

/** Shapes of an answer, each with its mode; several if the operation selects one, none for an unfiltered answer. */
export function shapesOf({ answer, mode = '' }: Route, services: Services): readonly Chosen[] {
  if (!('kind' in answer)) return [{ shape: answer, mode }];
  if ('shape' in answer) return [{ shape: answer.shape, mode }];
  return 'shapes' in answer ? answer.shapes(services) : [];
}

function shapeView(shape: Shape, mode: string): ShapeView {
  const fields = Object.entries<Field>(shape.fields(mode)).map(([name, field]) => fieldView(name, field));
  return { name: shape.name, mode, fields };
}

function fieldView(name: string, field: Field): FieldDescription {
  const { schema } = field;
  return {
    name,
    type: typeOf(schema),
    optional: 'absent' in field,
    description: typeof schema['description'] === 'string' ? schema['description'] : '',
    addedBy: isAdded(field) ? field.extension.module.name : undefined,
  };
}

function typeOf(schema: Readonly<Record<string, unknown>>): string {
  const type = [schema['type']].flat().join(' or ');
  if (type === 'array') return `list of ${typeOf(schema['items'] as Readonly<Record<string, unknown>>)}`;
  return typeof schema['format'] === 'string' ? `${type} (${schema['format']})` : type;
}
