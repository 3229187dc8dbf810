import type { Resolver } from 'awilix/browser';
import type { OpenCall } from './call.ts';
import type { Fields, SourceOf } from './field.ts';
import { asFunction, contributes } from './service_entries.ts';
import type { Services } from './services.ts';
import type { ModeOf, Shape, SourceOfShape } from './shape.ts';

declare module './services.ts' {
  interface ExtensionPoints {
    addedFields: AddedFields;
  }
}

/** Added fields, and their resolver: a function that computes the values for all objects of an answer in one call. */
interface FieldsToAdd<Source, F extends Fields> {
  readonly fields: F;
  /** Returns the values for each object, in the order of the objects. Must not change the objects. */
  resolve(objects: readonly Source[], call: OpenCall): Values<F> | Promise<Values<F>>;
  /** Effect of an error or a missed deadline: `null`, the default, writes null into the fields; `fail` fails the request. */
  readonly onError?: 'null' | 'fail';
  /** Whether an answer has a field only if its request names the field in `fields`; false by default. */
  readonly onRequest?: boolean;
}

type Values<F extends Fields> = readonly SourceOf<F>[];

/** Fields that a module adds to a shape; the extension point `addedFields`. */
export interface AddedFields extends FieldsToAdd<never, Fields> {
  readonly shape: Shape;
  readonly mode: string;
}

/**
 * Adds fields to a shape of another module, in a mode and all later modes. The result is an entry of `services.ts`.
 *
 * @param build receives the services, and returns the fields with their resolver
 * @example
 * export default {
 *   quizCount: extendShape(course, 'public', ({ quizzes }) => ({
 *     fields: { quizCount: field.int('Number of quizzes.') },
 *     resolve: (courses, call) => quizzes.countsOf(courses.map(({ id }) => id), call),
 *   })),
 * };
 * @throws Error when the shape has no such mode
 */
export function extendShape<S extends Shape, M extends ModeOf<S>, F extends Fields>(
  shape: S,
  mode: M,
  build: (services: Services) => FieldsToAdd<SourceOfShape<S, M>, F>,
): Resolver<AddedFields> {
  shape.fields(mode);
  const added = (services: Services) => ({ ...build(services), shape, mode });
  return contributes('addedFields', asFunction(added as (services: Services) => AddedFields));
}
