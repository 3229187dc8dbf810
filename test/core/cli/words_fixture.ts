import { manifest } from '../../support/installation.ts';

/** One finding, as the command prints it. */
interface Finding {
  readonly level: string;
  readonly topic: string;
  readonly message: string;
  readonly details?: readonly string[];
  readonly fix?: string;
}

/** What `lectern doctor --json` prints, and how it ended. */
export interface Diagnosis {
  readonly code: number;
  readonly problems: number;
  readonly warnings: number;
  readonly findings: readonly Finding[];
  readonly skipped: readonly string[];
}

/** Resource `words` of core; parts of the declaration of `get` can be replaced. */
export const words = ({
  access = '',
  input = 'limit: input.optional(input.integer({ maximum: 9 }))',
  fields = "text: field.text('It.')",
  get = true,
} = {}) => `
  import { defineFailures, defineResource, field, input, raw, shape } from 'lectern';
  const failures = defineFailures({ noWord: [10, 404, 'None.'] });
  const word = shape('Word').mode('public', { ${fields} });
  export default defineResource('/words', {
    search: { open: true, returns: [raw], run: () => [] },
    ${get ? `get: { ${access} accepts: { ${input} }, fails: [failures.noWord], returns: [word, 'public'], run: () => ({ text: 'core' }) },` : ''}
  });`;

/** Overrides `get`. */
export const override = (access = '') => `
  import { defineResource } from 'lectern';
  export default defineResource('/words', {
    overrides: true,
    get: { ${access} run: async (services, call, original) => ({ text: (await original()).text + ' and custom' }) },
  });`;

/** An installation whose custom module overrides one operation of core. */
export const wordsInstallation = {
  'core/words/module.json': manifest('words', { roles: { ROLE_ADMIN: ['admin_words'] } }),
  'core/words/resources/words.js': words(),
  'custom/module.json': manifest('custom'),
  'custom/resources/words.js': override(),
};
