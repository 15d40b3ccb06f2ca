// A list as a file of comma-separated values, as the API sends it.

import { useMutation } from '@tanstack/react-query';
import { Button } from './button.tsx';
import { saveFile } from './save-file.ts';
import { explain } from './states.tsx';
import { CONTROLS } from '../words/controls.ts';

type Props = {
  /** The table as the API sends it. */
  readonly load: () => Promise<string>;
  readonly name: string;
};

export function ExportButton({ load, name }: Props) {
  const save = useMutation({
    mutationFn: async () => saveFile(await load(), `tidemill-${name}.csv`, 'text/csv'),
  });
  return (
    <>
      {save.isError ? (
        <span className="wrong" role="alert">
          {explain(save.error)}
        </span>
      ) : null}
      <Button isSmall isDisabled={save.isPending} onPress={() => save.mutate()}>
        {save.isPending ? CONTROLS.exporting : CONTROLS.exportAsCsv}
      </Button>
    </>
  );
}
