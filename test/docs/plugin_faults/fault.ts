import { manifest, type Files } from '../../support/installation.ts';

/** Where plugins make mistakes, in the order of the table. */
export const groups = ['files', 'start', 'migrations', 'contributions', 'operations', 'timers', 'streams'] as const;

/** A deliberate mistake of a plugin. What becomes of it is observed. */
export interface PluginFault {
  readonly group: (typeof groups)[number];
  /** Mistake as the table shows it. */
  readonly mistake: string;
  /** Plugin that makes it. */
  readonly plugin: string;
  /** Files of the plugin, and others that the mistake needs. */
  readonly files?: Files;
  /** Symbolic links, path -> target. */
  readonly links?: Readonly<Record<string, string>>;
  /** Paths of named pipes. */
  readonly pipes?: readonly string[];
  /** What docs/plugins/mistakes.md prints for it, `...` standing for a part that differs. */
  readonly printed?: string;
  /** Request that leads to the mistake; without one, the plugin makes it during the start. */
  readonly request?: FaultRequest;
}

export interface FaultRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Files of a plugin, path in its folder -> text. */
export function pluginFiles(name: string, files: Files, more: object = {}): Files {
  const own = Object.entries(files).map(([path, text]) => [`plugins/${name}/${path}`, text]);
  return { [`plugins/${name}/module.json`]: manifest(name, more), ...Object.fromEntries(own) };
}
