/** Names for the files of a new plugin, derived from the name of the plugin. */
export interface PluginNames {
  /** Plugin and folder: `reading_list`. */
  readonly plugin: string;
  /** Table: `reading_list_notes`. */
  readonly table: string;
  /** Event about a new note: `reading_list.new`. */
  readonly event: string;
  /** Shape: `ReadingListNote`. */
  readonly shape: string;
  /** Address below `/api`. */
  readonly address: string;
}

/** Variants of the files of a new plugin. */
export interface PluginTerms {
  /** Commands that the README lists. */
  readonly commands: readonly string[];
  /** Whether the test uses the users of the platform. */
  readonly platform: boolean;
}

const MAX_LENGTH = 40;

/** @throws Error with the naming rule for an invalid plugin name */
export function namesOf(plugin: string): PluginNames {
  if (!/^[a-z][a-z0-9_]*$/.test(plugin) || plugin.length > MAX_LENGTH) {
    const rule = `lower-case letters, digits and underscores, a letter first, at most ${MAX_LENGTH} characters`;
    throw new Error(`"${plugin}" cannot name a plugin; use ${rule}, such as reading_list.`);
  }
  const pascal = plugin.replaceAll(/(?:^|_+)([a-z0-9]?)/g, (_, first: string) => first.toUpperCase());
  return {
    plugin,
    table: `${plugin}_notes`,
    event: `${plugin}.new`,
    shape: `${pascal}Note`,
    address: `/plugins/${plugin}/notes`,
  };
}
