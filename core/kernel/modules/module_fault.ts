import { isInstance, reasonOf } from '../base/thrown.ts';

/** The reason why a module cannot start. The message names file, problem and fix. */
export class ModuleFault extends Error {
  override readonly name = 'ModuleFault';

  // oxlint-disable-next-line max-params -- module, file, problem, and the cause last as in Error
  constructor(
    /** Name of the module, which is also the name of its folder. */
    readonly module: string,
    /** Path below the root of the installation, or a key of the configuration. */
    readonly file: string,
    problem: string,
    cause?: unknown,
  ) {
    super(`${file}: ${problem}`, { cause });
  }
}

/** File and problem of a fault, for the reason that code of a module throws. */
export type DescribeFault = (reason: string) => readonly [file: string, problem: string];

/** Runs code of a module. @throws ModuleFault for anything thrown; that of an inner module stays, which is at fault */
export function attributed<T>(module: string, describe: DescribeFault, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw faultOf(error, module, describe);
  }
}

/** Like `attributed`, for work that returns a promise. */
export async function attributedLater<T>(module: string, describe: DescribeFault, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw faultOf(error, module, describe);
  }
}

function faultOf(thrown: unknown, module: string, describe: DescribeFault): ModuleFault {
  return isInstance(thrown, ModuleFault) ? thrown : new ModuleFault(module, ...describe(reasonOf(thrown)), thrown);
}

/** Fault for a section of the configuration with problems. */
export function wrongSection(module: string, problems: readonly string[]): ModuleFault {
  return new ModuleFault(module, `modules.${module} of the configuration`, `${problems.join('; ')}.`);
}
