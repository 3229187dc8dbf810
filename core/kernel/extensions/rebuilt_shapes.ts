import type { Answer, Chosen } from '../declare/answer.ts';
import type { Field, Fields } from '../declare/field.ts';
import type { FieldsByMode } from '../declare/object.ts';
import type { Services } from '../declare/services.ts';
import { Shape } from '../declare/shape.ts';

/** Returns the changed fields of a mode; undefined if the mode has none. */
type ChangeFields = (target: FieldsByMode, mode: string) => Fields | undefined;

/** Builds shapes with changed fields, also in nested objects. Shapes without changes are not copied. */
export class RebuiltShapes {
  readonly #known = new Map<Shape, Shape>();

  constructor(
    private readonly change: ChangeFields,
    private readonly services: Services,
  ) {}

  /** Changes the shapes of an answer. Returns the given object if its shapes stay as they are. */
  ofAnswer(answer: Answer, mode = ''): Answer {
    if (!('kind' in answer)) return this.#shapeOf({ shape: answer, mode });
    if ('shape' in answer) {
      const shape = this.#shapeOf({ shape: answer.shape, mode });
      return shape === answer.shape ? answer : { ...answer, shape };
    }
    if (!('shapes' in answer) || !answer.shapes(this.services).some((one) => this.#reaches(one.shape, one.mode)))
      return answer;
    const { shapes, shapeOf = ({ shape }) => shape } = answer;
    return {
      ...answer,
      shapes: (services) => shapes(services).map((chosen) => ({ ...chosen, shape: this.#shapeOf(chosen) })),
      shapeOf: (chosen) => this.#shapeOf({ ...chosen, shape: shapeOf(chosen) }),
    };
  }

  #shapeOf({ shape, mode }: Chosen): Shape {
    return this.#reaches(shape, mode) ? this.#rebuilt(shape) : shape;
  }

  /**
   * Whether a mode contains changed fields, also in nested objects.
   * @param seen fields that were searched already, because shapes may nest each other or themselves
   */
  #reaches(target: FieldsByMode, mode: string, seen = new Set<Fields>()): boolean {
    if (this.change(target, mode)) return true;
    const fields = target.fields(mode);
    if (seen.has(fields)) return false;
    seen.add(fields);
    const isReached = ({ inner }: Field): boolean =>
      inner !== undefined && ('item' in inner ? isReached(inner.item) : this.#reaches(inner.of(), inner.mode, seen));
    return Object.values(fields).some(isReached);
  }

  #rebuiltTarget(target: FieldsByMode): FieldsByMode {
    if (isShape(target)) return this.#rebuilt(target);
    return { name: target.name, fields: (mode) => this.#fields(target.fields(mode)) };
  }

  #rebuilt(shape: Shape): Shape {
    const known = this.#known.get(shape);
    if (known) return known;
    const modes = Object.entries(shape.modes).map(([mode, fields]) => {
      return [mode, this.#fields(this.change(shape, mode) ?? fields)] as const;
    });
    const rebuilt = shape.with(Object.fromEntries(modes));
    this.#known.set(shape, rebuilt);
    return rebuilt;
  }

  #fields(fields: Fields): Fields {
    return Object.fromEntries(Object.entries<Field>(fields).map(([name, one]) => [name, this.#field(one)]));
  }

  #field(one: Field): Field {
    const changed = this.#withinField(one);
    return changed === one || !one.read ? changed : { ...changed, read: one.read };
  }

  #withinField(one: Field): Field {
    const { inner } = one;
    if (!inner) return one;
    if ('item' in inner) {
      const item = this.#field(inner.item);
      return item === inner.item ? one : inner.with(item);
    }
    const target = inner.of();
    return this.#reaches(target, inner.mode) ? inner.with(() => this.#rebuiltTarget(target)) : one;
  }
}

function isShape(target: FieldsByMode): target is Shape {
  return target instanceof Shape;
}
