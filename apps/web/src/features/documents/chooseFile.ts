/** A field for one question, in the page only as long as it is asked: a list need not carry one in each row. */
export function chooseFile(take: (file: File) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.hidden = true;
  input.addEventListener('change', () => {
    input.remove();
    const file = input.files?.[0];
    if (file) take(file);
  });
  input.addEventListener('cancel', () => input.remove());
  document.body.append(input);
  input.click();
}
