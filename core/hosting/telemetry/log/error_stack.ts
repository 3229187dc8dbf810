import { isInstance, propertyOf, valueText } from '../../../kernel/base/thrown.ts';

/** Stacks of an error and of up to four causes; empty for other values. Never throws. */
export function stackOf(thrown: unknown): string {
  const stacks: string[] = [];
  for (let error = thrown; isInstance(error, Error) && stacks.length < 5; error = propertyOf(error, 'cause'))
    stacks.push(valueText(propertyOf(error, 'stack') ?? ''));
  return withoutVersions(stacks.join('\n'));
}

/** Removes the queries by which `lectern dev` imports edited files again (loader/import_file.ts). */
export function withoutVersions(text: string): string {
  return text.replaceAll(/\?reload=\d+/g, '');
}
