import type { BootOptions } from '../../cli/index.ts';
import { warning, type Finding } from './finding.ts';

/** Log of the examined kernel. Its problems of contributions are findings; all other lines go to the log of the command. */
export class StartLog {
  readonly findings: Finding[] = [];

  constructor(private readonly rest: BootOptions['logTo']) {}

  write(line: string): void {
    const found = findingIn(line);
    if (found) this.findings.push(found);
    else this.rest.write(line);
  }
}

const idle = /of module '([\w-]+)' (does not run|never runs|is never called)/;

/** A finding for a line such as "The job 'tides' of module 'harbour' does not run: its zone is unknown; ...". */
function findingIn(line: string): Finding | undefined {
  const { msg } = JSON.parse(line) as { msg?: string };
  const [, module] = idle.exec(msg ?? '') ?? [];
  return module === undefined ? undefined : warning(`module ${module}`, msg as string);
}
