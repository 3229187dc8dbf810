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

/** Fault for a section of the configuration with problems. */
export function wrongSection(module: string, problems: readonly string[]): ModuleFault {
  return new ModuleFault(module, `modules.${module} of the configuration`, `${problems.join('; ')}.`);
}
