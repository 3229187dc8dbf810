import { useState } from 'preact/hooks';
import { ApiError } from '../server/api.ts';
import { messageOf, Problem } from './notice.tsx';

interface ActionProps {
  /** Text of the button. */
  readonly children: string;
  /** Name of the button for screen readers, if its text is not enough. */
  readonly label?: string;
  /** Sends the request. @returns text about the result @throws ApiError */
  readonly run: () => Promise<string>;
}

/** Button that calls an operation and shows the result. */
export function Action({ children, label, run }: ActionProps) {
  const [done, setDone] = useState('');
  const [error, setError] = useState<ApiError>();
  const act = async () => {
    setDone('');
    setError(undefined);
    try {
      setDone(await run());
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      setError(thrown);
    }
  };
  return (
    <>
      <button type="button" aria-label={label} onClick={() => void act()}>
        {children}
      </button>
      <span role="status">{done}</span>
      {error && <Problem>{messageOf(error)}</Problem>}
    </>
  );
}
