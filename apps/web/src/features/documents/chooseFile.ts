/** One file input, in the page only while a file is being chosen, so that a list needs none in each row. */
export const chooseFile = (take: (file: File) => void): void =>
  ask({}, ([file]) => file && take(file));

export const chooseFiles = (take: (files: File[]) => void): void =>
  ask({ multiple: true }, (files) => files.length > 0 && take(files));

/** Named types, without HEIC: iOS then converts its photos to JPEG. */
const PHOTO_TYPES = 'image/jpeg,image/png';

/** Opens the camera at once, on devices that have one. */
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
