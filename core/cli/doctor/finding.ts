/** Something that the doctor has to say, and what to do about it. */
export interface Finding {
  /** A problem ends with exit code 1; a warning wants to be looked at; a note is only for knowing. */
  readonly level: 'problem' | 'warning' | 'note';
  /** What it is about, in a word or two. */
  readonly topic: string;
  readonly message: string;
  /** Single things that it is about, one a line. */
  readonly details?: readonly string[];
  /** What to do. */
  readonly mend?: string;
}

/** Everything that was found, and what could not be looked at. */
export interface Diagnosis {
  readonly findings: readonly Finding[];
  /** Each with the reason. */
  readonly skipped: readonly string[];
}

export function problem(topic: string, message: string, mend?: string): Finding {
  return { level: 'problem', topic, message, ...(mend !== undefined && { mend }) };
}

export function warning(topic: string, message: string, mend?: string): Finding {
  return { level: 'warning', topic, message, ...(mend !== undefined && { mend }) };
}

export function note(topic: string, message: string, details: readonly string[] = []): Finding {
  return { level: 'note', topic, message, ...(details.length > 0 && { details }) };
}
