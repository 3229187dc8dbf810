import { isUnfiltered, type Answer, type Chosen } from '../declare/answer.ts';
import { objectSchema, SECRET_FORMAT, type Fields, type JsonSchema } from '../declare/object.ts';

/** Whether an answer may contain a credential or one-time token; `value` is the return value of the operation. */
export type CarriesSecret = (value: unknown) => boolean;

const always = () => true;
const never = () => false;

/**
 * Creates the check whether an answer has a `field.secret`, from the declaration of the answer.
 * @param isPublic whether an unfiltered answer counts as free of secrets
 */
export function secretFinder(answer: Answer, mode = '', isPublic = false): CarriesSecret {
  if (isUnfiltered(answer)) return isPublic ? never : always;
  if (!('kind' in answer)) return isSecret({ shape: answer, mode }) ? always : never;
  if ('shape' in answer) return isSecret({ shape: answer.shape, mode }) ? always : never;
  if (answer.kind === 'choice') return (chosen) => isSecret(chosen as Chosen);
  return (chosen) => Object.values(chosen as Readonly<Record<string, Chosen>>).some(isSecret);
}

const known = new WeakMap<Fields, boolean>();

/** Whether a mode of a shape contains a secret. Cached, because a service may select the shape anew for each answer. */
function isSecret({ shape, mode }: Chosen): boolean {
  const fields = shape.fields(mode);
  const remembered = known.get(fields);
  if (remembered !== undefined) return remembered;
  const found = hasSecret(objectSchema(fields));
  known.set(fields, found);
  return found;
}

function hasSecret({ format, items, properties = {} }: JsonSchema): boolean {
  if (format === SECRET_FORMAT) return true;
  const inner = Object.values(properties as Readonly<Record<string, JsonSchema>>);
  return inner.some(hasSecret) || (items !== undefined && hasSecret(items as JsonSchema));
}
