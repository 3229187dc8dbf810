import type { ComponentChildren, RefObject } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { t } from '../translations.ts';
import { useAttempt } from './notice.tsx';

interface AskedProps {
  /** Summary of the operation. */
  readonly children: string;
  /** Object of the operation, such as the address of a record. */
  readonly to: string;
  /** @throws ApiError */
  readonly run: () => Promise<void>;
}

/** Button that calls an operation after a confirmation. */
export function Asked({ children, to, run }: AskedProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { attempt, problem } = useAttempt();
  return (
    <div>
      {problem}
      <button type="button" class="danger" onClick={() => dialog.current?.showModal()}>
        {children}
      </button>
      <Question
        dialog={dialog}
        title={t('question', { act: children, what: to })}
        act={children}
        onYes={() => void attempt(run)}
      />
    </div>
  );
}

interface QuestionProps {
  readonly dialog: RefObject<HTMLDialogElement | null>;
  /** The question, with the object of the operation. */
  readonly title: string;
  /** Text of the button that confirms. */
  readonly act: string;
  readonly onYes: () => void;
  /** Further information about the object. */
  readonly children?: ComponentChildren;
}

/** Dialog that confirms an operation. Focuses the title: the focus on a button would scroll past the title. */
export function Question({ dialog, title, act, onYes, children }: QuestionProps) {
  const id = useId();
  const close = () => dialog.current?.close();
  const confirm = () => {
    close();
    onYes();
  };
  return (
    <dialog ref={dialog} aria-labelledby={id}>
      <h2 id={id} tabIndex={-1} autofocus>
        {title}
      </h2>
      {children}
      <p class="answers">
        <button type="button" class="danger" onClick={confirm}>
          {act}
        </button>
        <button type="button" onClick={close}>
          {t('cancel')}
        </button>
      </p>
    </dialog>
  );
}
