import { useId } from 'preact/hooks';
import type { FormField } from '../fields.ts';
import { t } from '../translations.ts';
import { FieldLabel } from './field_label.tsx';

interface ControlProps {
  readonly field: FormField;
  readonly text: string;
  readonly problem: string | undefined;
  readonly onText: (text: string) => void;
}

/** Form field with label, control, description and the server's error message. */
export function Control({ field, text, problem, onText }: ControlProps) {
  const id = useId();
  const description = field.description === `${field.label}.` ? '' : field.description;
  const described = [description && `${id}-about`, problem && `${id}-problem`].filter(Boolean).join(' ');
  const shared = {
    id,
    required: field.required,
    'aria-describedby': described || undefined,
    'aria-invalid': problem !== undefined,
  };
  return (
    <div class="control">
      <label for={id} id={`${id}-name`} class="named">
        <FieldLabel {...field} />
        {field.required && ' *'}
      </label>
      <div class="entry">
        <Input field={field} text={text} onText={onText} shared={shared} />
        <Reset field={field} text={text} onText={onText} />
      </div>
      {description && <small id={`${id}-about`}>{description}</small>}
      {problem && (
        <strong id={`${id}-problem`} class="bad">
          {problem}
        </strong>
      )}
    </div>
  );
}

/** Button that resets the control to the initial value. */
function Reset({ field: { name, initial }, text, onText }: Omit<ControlProps, 'problem'>) {
  if (initial === undefined || text === initial) return null;
  return (
    <button type="button" aria-label={t('resetField', { name })} onClick={() => onText(initial)}>
      {t('reset')}
    </button>
  );
}

/** Attributes of the control of a field, of whatever kind. */
interface Shared {
  readonly id: string;
  readonly required: boolean;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean;
}

interface InputProps extends Pick<ControlProps, 'field' | 'text' | 'onText'> {
  readonly shared: Shared;
}

function Input({ field, text, onText, shared }: InputProps) {
  const { kind, words, required } = field;
  if (kind === 'choice' || kind === 'flag') {
    const options = kind === 'flag' ? ['true', 'false'] : words;
    return (
      <select {...shared} value={text} onChange={(event) => onText(event.currentTarget.value)}>
        {(!required || text === '') && <option value="">–</option>}
        {options.map((word) => (
          <option key={word} value={word}>
            {kind === 'flag' ? t(word === 'true' ? 'yes' : 'no') : word}
          </option>
        ))}
      </select>
    );
  }
  if (kind === 'choices') return <Choices words={words} text={text} onText={onText} shared={shared} />;
  if (kind === 'long' || kind === 'lines' || kind === 'json') {
    return (
      <textarea {...shared} rows={rowsOf(text)} value={text} onInput={(event) => onText(event.currentTarget.value)} />
    );
  }
  const written = { ...shared, value: text, onInput: (event: InputEvent) => onText(writtenIn(event)) };
  if (kind === 'time' || kind === 'unixTime') return <input {...written} type="datetime-local" step={1} />;
  const isSecret = kind === 'secret' || /password/i.test(field.name);
  if (isSecret) return <input {...written} type="password" autocomplete="new-password" />;
  return <input {...written} autocomplete="off" inputMode={kind === 'number' ? 'decimal' : 'text'} />;
}

/** Returns the height of a text area in rows, from 2 to 12. */
function rowsOf(text: string): number {
  const rows = text.split('\n').reduce((sum, line) => sum + 1 + Math.floor(line.length / 70), 0);
  return Math.min(Math.max(rows, 2), 12);
}

function writtenIn({ currentTarget }: InputEvent): string {
  return (currentTarget as HTMLInputElement).value;
}

/** Checkboxes, of which several can be checked. */
function Choices({ words, text, onText, shared }: Pick<FormField, 'words'> & Omit<InputProps, 'field'>) {
  const chosen = text.split('\n');
  const { id, required: _required, ...marks } = shared;
  const change = (word: string) => onText(words.filter((one) => chosen.includes(one) !== (one === word)).join('\n'));
  return (
    <div id={id} role="group" aria-labelledby={`${id}-name`} class="choice">
      {words.map((word) => (
        <label key={word} class="check">
          <input type="checkbox" {...marks} checked={chosen.includes(word)} onChange={() => change(word)} /> {word}
        </label>
      ))}
    </div>
  );
}
