import { use, type Caller, type Lifecycle } from 'lectern';
import type { ConsolePage } from '../page.ts';

const rules = {
  name: [/^[\w-]+$/, 'write letters, digits, _ and -'],
  element: [/^[a-z][a-z0-9]*(-[a-z0-9]+)+$/, 'write lower-case words with a hyphen, such as harbour-page'],
  script: [/^(?!.*\.\.)[\w-][\w./-]*\.m?js$/, 'name a file in the folder public, such as console.js'],
} as const;

/** Pages that modules contribute to the console. */
export class ModulePages implements Lifecycle {
  readonly #contributions = use('contributions');
  readonly #logger = use('logger');

  /** Logs an error for each page that cannot be shown. */
  ready(): void {
    for (const page of this.#contributions.of('consolePages')) {
      const problem = this.#problemOf(page);
      const contributor = this.#contributions.moduleOf(page);
      if (problem !== undefined)
        this.#logger.error(
          { contributor },
          `The page '${page.name}' of module '${contributor}' in the console is left out: ${problem}`,
        );
    }
  }

  /** Pages that the caller may see. */
  list({ permissions }: Caller) {
    return this.#contributions
      .of('consolePages')
      .filter((page) => permissions.has(page.requires) && this.#problemOf(page) === undefined)
      .map((page) => {
        const module = this.#contributions.moduleOf(page);
        const { name, title, element } = page;
        return { name, title, element, module, script: `/assets/${module}/${page.script}` };
      });
  }

  #problemOf(page: ConsolePage): string | undefined {
    for (const [name, [pattern, fix]] of Object.entries(rules)) {
      const value = page[name as keyof typeof rules];
      if (!pattern.test(value)) return `"${name}" is "${value}"; ${fix}.`;
    }
    const first = this.#contributions
      .of('consolePages')
      .find((one) => one.name === page.name || one.element === page.element);
    if (!first || first === page) return undefined;
    const other = this.#contributions.moduleOf(first);
    return `the page '${first.name}' of module '${other}' has the same name or element; rename one of them.`;
  }
}
