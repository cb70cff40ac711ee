/** A field for one question, in the page only as long as it is asked: a list need not carry one in each row. */
export const chooseFile = (take: (file: File) => void): void =>
  ask(false, ([file]) => file && take(file));

export const chooseFiles = (take: (files: File[]) => void): void =>
  ask(true, (files) => files.length > 0 && take(files));

function ask(several: boolean, take: (files: File[]) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = several;
  input.hidden = true;
  input.addEventListener('change', () => {
    input.remove();
    take([...(input.files ?? [])]);
  });
  input.addEventListener('cancel', () => input.remove());
  document.body.append(input);
  input.click();
}
