enum CanvasPlaceholder {}
