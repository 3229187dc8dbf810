import type { FaultyModule } from '../../kernel/modules/failed_plugins.ts';
import { nearest } from '../../kernel/declare/similar_names.ts';

const missingService = /(there is no service ")(\w+)"/;
const missingModule = /(requires the module ")([^"]+)"/;

interface Known {
  /** Name of the module with the fault. */
  readonly faulty: string;
  readonly modules: readonly FaultyModule[];
  /** Names of modules that do not run. A required name among these gets no suggestion. */
  readonly unloaded: readonly string[];
}

/** Adds the most similar existing name, if one is similar, to a message about a missing service or module. */
export function withNearName(message: string, { faulty, modules, unloaded }: Known): string {
  const [, , required = ''] = missingModule.exec(message) ?? [];
  if (unloaded.includes(required)) return message;
  const services = () => modules.flatMap(({ services = {} }) => Object.keys(services));
  const others = () => modules.map(({ name }) => name).filter((name) => name !== faulty);
  return hinted(hinted(message, missingService, services), missingModule, others);
}

function hinted(message: string, missing: RegExp, present: () => readonly string[]): string {
  const [quoted, , name] = missing.exec(message) ?? [];
  const [near] = quoted === undefined ? [] : nearest(name as string, present(), 1);
  return near === undefined ? message : message.replace(missing, `$& (is "${near}" meant?)`);
}
