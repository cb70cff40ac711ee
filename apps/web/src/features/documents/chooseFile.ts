/**
 * Opens the file picker. The input element exists only while a file is being chosen, so the rows of a list need no
 * inputs of their own.
 */
export const chooseFile = (take: (file: File) => void): void =>
  ask({}, ([file]) => file && take(file));

export const chooseFiles = (take: (files: File[]) => void): void =>
  ask({ multiple: true }, (files) => files.length > 0 && take(files));

/** The types leave out HEIC, so that iOS converts photos to JPEG. */
const PHOTO_TYPES = 'image/jpeg,image/png';

/** Opens the camera directly on devices that have one. */
export const takePhoto = (take: (photo: File) => void): void =>
  ask({ accept: PHOTO_TYPES, capture: 'environment' }, ([photo]) => photo && take(photo));

export const choosePhotos = (take: (photos: File[]) => void): void =>
  ask({ accept: PHOTO_TYPES, multiple: true }, (photos) => photos.length > 0 && take(photos));

type InputAttributes = Partial<Pick<HTMLInputElement, 'multiple' | 'accept' | 'capture'>>;

function ask(attributes: InputAttributes, take: (files: File[]) => void): void {
  const input = document.createElement('input');
  Object.assign(input, { type: 'file', hidden: true, ...attributes });
  input.addEventListener('change', () => {
    input.remove();
    take([...(input.files ?? [])]);
  });
  input.addEventListener('cancel', () => input.remove());
  document.body.append(input);
  input.click();
}
